import { Suspense } from 'react'
import { useTextOr } from '../../i18n/text.ts'
import { lazyComponent } from '../../lazy-chunk.ts'
import type { ListRow, ListTable } from '../use-list-table.ts'

const UnitSelect = lazyComponent(async () => (await import('./load-units.ts')).loadUnitSelect())

interface UnitFilterProps<Row extends ListRow> {
  table: ListTable<Row>
  /** One of the list's filters of the kind `unit`; its heading is that of the column. */
  name: string
}

/** Narrows a list to a unit and all that lies below it, kept in the URL. */
export function UnitFilter<Row extends ListRow>({ table, name }: UnitFilterProps<Row>) {
  const textOr = useTextOr()
  const label = textOr(`${table.name}.field.${name}`, name)
  const value = Number(table.state.filters[name])
  return (
    <Suspense fallback={null}>
      <UnitSelect
        className="list-filter unit-filter"
        aria-label={label}
        placeholder={label}
        allowClear
        value={Number.isSafeInteger(value) && value > 0 ? value : undefined}
        onChange={(id) => table.show({ [name]: id })}
      />
    </Suspense>
  )
}
