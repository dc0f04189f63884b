import { useTextOr } from '../i18n/text.ts'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import type { ListView } from './list-view.ts'

interface FilterSelectProps {
  view: ListView
  /** One of the list's filters; the column of that name gives its heading. */
  name: string
  options: readonly { value: string; label: string }[]
}

/** A filter of a list with few values, kept in the URL. */
export function FilterSelect({ view, name, options }: FilterSelectProps) {
  const textOr = useTextOr()
  const label = textOr(`${view.name}.field.${name}`, name)
  const value = view.state.filters[name]
  const textOf = (one: string) => options.find((option) => option.value === one)?.label ?? one
  const isListed = value === undefined || options.some((option) => option.value === value)
  // Several at once come by a link; here they can be left, not made.
  const several = isListed ? [] : [{ value, label: value.split(',').map(textOf).join(', ') }]
  return (
    <NativeSelect<string>
      className="list-filter"
      aria-label={label}
      none={label}
      value={value}
      options={[...several, ...options]}
      onChange={(chosen) => view.show({ [name]: chosen })}
    />
  )
}
