import { useTextOr } from '../i18n/text.ts'
import { Select } from '../ui/Select.tsx'
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
  const value = table.state.filters[name]
  const textOf = (one: string) => options.find((option) => option.value === one)?.label ?? one
  const isListed = value === undefined || options.some((option) => option.value === value)
  // Several at once come by a link; here they can be left, not made.
  const several = isListed ? [] : [{ value, label: value.split(',').map(textOf).join(', ') }]
  return (
    <Select<string>
      className="list-filter"
      aria-label={label}
      placeholder={label}
      allowClear
      popupMatchSelectWidth={false}
      value={value ?? null}
      options={[...several, ...options]}
      onChange={(value: string | null | undefined) => table.show({ [name]: value ?? undefined })}
    />
  )
}
