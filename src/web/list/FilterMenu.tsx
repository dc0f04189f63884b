/** Which of the list's fields to narrow by, then how. */
import { useState } from 'react'
import { useText, useTextOr } from '../i18n/text.ts'
import type { ListRow, ListTable } from './use-list-table.ts'
import { FilterEditor } from './FilterEditor.tsx'
import '../ui/menu-entries.css'
import './filters.css'

interface FilterMenuProps<Row extends ListRow> {
  table: ListTable<Row>
  onDone: () => void
}

export function FilterMenu<Row extends ListRow>({ table, onDone }: FilterMenuProps<Row>) {
  const t = useText()
  const textOr = useTextOr()
  const [name, setName] = useState<string>()
  if (name !== undefined) return <FilterEditor key={name} table={table} name={name} onDone={onDone} />
  return (
    <div className="filter-menu menu-entries">
      <h2>{t('listTools.filterBy')}</h2>
      <ul>
        {Object.keys(table.kinds).map((field) => (
          <li key={field}>
            <button type="button" onClick={() => setName(field)}>
              {textOr(`${table.name}.field.${field}`, field)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
