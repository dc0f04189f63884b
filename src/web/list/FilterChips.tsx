/**
 * The filters of the list in words: a press changes one, its cross takes it away. Beside them the words of the URL that
 * the list cannot read, which would otherwise seem to hold.
 */
import { CloseOutlined } from '@ant-design/icons'
import { useText, useTextOr } from '../i18n/text.ts'
import { PopoverButton } from '../ui/PopoverButton.tsx'
import type { ListView } from './list-view.ts'
import { useFilterWords } from './use-filter-words.ts'
import { FilterEditor } from './FilterEditor.tsx'
import './filters.css'

interface ChipsProps {
  view: ListView
}

export function FilterChips({ view }: ChipsProps) {
  return (
    <>
      <Chosen view={view} />
      <Unread view={view} />
    </>
  )
}

function Unread({ view }: ChipsProps) {
  const t = useText()
  const textOr = useTextOr()
  const unread = Object.entries(view.state.unread)
  const fieldText = (name: string) => textOr(`${view.name}.field.${name}`, textOr(`list.field.${name}`, name))
  if (unread.length === 0) return null
  return (
    <ul className="filter-chips" aria-label={t('listTools.unread')}>
      {unread.map(([name, word]) => {
        const text =
          name === 'sort'
            ? t('listTools.unreadSort', { word })
            : t('listTools.unreadFilter', { field: fieldText(name), word })
        return (
          <li key={name} className="filter-unread">
            <span className="filter-chip" title={text}>
              {text}
            </span>
            <Drop text={text} onDrop={() => view.show({ [name]: undefined })} />
          </li>
        )
      })}
    </ul>
  )
}

function Drop({ text, onDrop }: { text: string; onDrop: () => void }) {
  const t = useText()
  return (
    <button type="button" className="filter-drop" aria-label={t('listTools.drop', { filter: text })} onClick={onDrop}>
      <CloseOutlined />
    </button>
  )
}

function Chosen({ view }: ChipsProps) {
  const t = useText()
  const words = useFilterWords(view.name, view.kinds, view.state.filters)
  if (words.length === 0) return null
  return (
    <ul className="filter-chips" aria-label={t('listTools.filters')}>
      {words.map(({ name, text }) => (
        <li key={name}>
          <PopoverButton label={text} className="filter-chip">
            {(close) => <FilterEditor view={view} name={name} onDone={close} />}
          </PopoverButton>
          <Drop text={text} onDrop={() => view.show({ [name]: undefined })} />
        </li>
      ))}
      {words.length > 1 && (
        <li>
          <button
            type="button"
            className="tool"
            onClick={() => view.show(Object.fromEntries(words.map(({ name }) => [name, undefined])))}
          >
            {t('listTools.dropAll')}
          </button>
        </li>
      )}
    </ul>
  )
}
