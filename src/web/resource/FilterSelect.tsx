import { Select } from 'antd'
import { useTextOr } from '../i18n/text.ts'
import type { ListRow, ListTable } from './use-list-table.ts'

interface FilterSelectProps<Row extends ListRow> {
  table: ListTable<Row>
  /** One of the list's filters; its heading is that of the column. */
  name: string
  options: readonly { value: string; label: string }[]
}

/** A filter of a list with few values, kept in the URL. */
export function FilterSelect<Row extends ListRow>({ table, name, options }: FilterSelectProps<Row>) {
  const textOr = useTextOr()
  const label = textOr(`${table.name}.field.${name}`, name)
  return (
    <Select<string>
      className="list-filter"
      aria-label={label}
      placeholder={label}
      allowClear
      popupMatchSelectWidth={false}
      value={table.state.filters[name] ?? null}
      options={[...options]}
      onChange={(value: string | null | undefined) => table.show({ [name]: value ?? undefined })}
    />
  )
}
