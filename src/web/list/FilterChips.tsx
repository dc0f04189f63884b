/**
 * The filters that stand, in words: a press changes one, its cross takes it away. Beside them the words of the URL that
 * are none, which would otherwise seem to hold.
 */
import { CloseOutlined } from '@ant-design/icons'
import { useText, useTextOr } from '../i18n/text.ts'
import { PopoverButton } from '../ui/PopoverButton.tsx'
import type { ListRow, ListTable } from './use-list-table.ts'
import { useFilterWords } from './use-filter-words.ts'
import { FilterEditor } from './FilterEditor.tsx'
import './filters.css'

interface ChipsProps<Row extends ListRow> {
  table: ListTable<Row>
}

export function FilterChips<Row extends ListRow>({ table }: ChipsProps<Row>) {
  return (
    <>
      <Standing table={table} />
      <Unread table={table} />
    </>
  )
}

function Unread<Row extends ListRow>({ table }: ChipsProps<Row>) {
  const t = useText()
  const textOr = useTextOr()
  const unread = Object.entries(table.state.unread)
  const fieldText = (name: string) => textOr(`${table.name}.field.${name}`, textOr(`list.field.${name}`, name))
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
            <Drop text={text} onDrop={() => table.show({ [name]: undefined })} />
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

function Standing<Row extends ListRow>({ table }: ChipsProps<Row>) {
  const t = useText()
  const words = useFilterWords(table.name, table.kinds, table.state.filters)
  if (words.length === 0) return null
  return (
    <ul className="filter-chips" aria-label={t('listTools.filters')}>
      {words.map(({ name, text }) => (
        <li key={name}>
          <PopoverButton label={text} className="filter-chip">
            {(close) => <FilterEditor table={table} name={name} onDone={close} />}
          </PopoverButton>
          <Drop text={text} onDrop={() => table.show({ [name]: undefined })} />
        </li>
      ))}
      {words.length > 1 && (
        <li>
          <button
            type="button"
            className="tool"
            onClick={() => table.show(Object.fromEntries(words.map(({ name }) => [name, undefined])))}
          >
            {t('listTools.dropAll')}
          </button>
        </li>
      )}
    </ul>
  )
}
