/** The filters that stand, in words: a press changes one, its cross takes it away. */
import { CloseOutlined } from '@ant-design/icons'
import { useText } from '../../i18n/text.ts'
import { PopoverButton } from '../../ui/PopoverButton.tsx'
import type { ListRow, ListTable } from '../use-list-table.ts'
import { useFilterWords } from '../use-filter-words.ts'
import { FilterEditor } from './FilterEditor.tsx'
import './filters.css'

export function FilterChips<Row extends ListRow>({ table }: { table: ListTable<Row> }) {
  const t = useText()
  const words = useFilterWords(table.name, table.kinds, table.state.filters)
  return (
    <ul className="filter-chips" aria-label={t('listTools.filters')}>
      {words.map(({ name, text }) => (
        <li key={name}>
          <PopoverButton label={text} className="filter-chip">
            {(close) => <FilterEditor table={table} name={name} onDone={close} />}
          </PopoverButton>
          <button
            type="button"
            className="filter-drop"
            aria-label={t('listTools.drop', { filter: text })}
            onClick={() => table.show({ [name]: undefined })}
          >
            <CloseOutlined />
          </button>
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
