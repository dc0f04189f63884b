/** Administrative units to filter by: those chosen are above by their whole path, the next is picked below them. */
import { useState } from 'react'
import { maxFilterValues } from '#contract/filters.ts'
import { useText } from '../i18n/text.ts'
import { UnitPath } from './UnitPath.tsx'
import { UnitSelect } from './UnitSelect.tsx'

interface UnitPickerProps {
  field: string
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

export function UnitPicker({ field, values, onChange }: UnitPickerProps) {
  const t = useText()
  // On the way down the tree each step takes the place of the one above it, until the next walk begins.
  const [walked, setWalked] = useState<number>()
  const others = values.filter((id) => id !== String(walked))
  return (
    <>
      {others.length > 0 && (
        <fieldset className="filter-ticks">
          <legend className="visually-hidden">{field}</legend>
          {others.map((id) => (
            <label key={id}>
              <input type="checkbox" checked onChange={() => onChange(values.filter((other) => other !== id))} />
              <UnitPath id={Number(id)} />
            </label>
          ))}
        </fieldset>
      )}
      <UnitSelect
        aria-label={t('listTools.searchIn', { field })}
        disabled={values.length >= maxFilterValues}
        className="unit-filter"
        getPopupContainer={columnsBelow}
        allowClear={false}
        value={walked}
        onChange={(id) => {
          if (id === undefined) return
          setWalked(id)
          onChange([...new Set([...others, String(id)])])
        }}
        onOpen={() => setWalked(undefined)}
      />
      <div ref={focusField} className="unit-columns" />
    </>
  )
}

/** A place of their own: over the filter the columns would hide the button that applies it. */
function columnsBelow(field: HTMLElement): HTMLElement {
  return field.closest('form')?.querySelector<HTMLElement>('.unit-columns') ?? document.body
}

/** The filter has opened before this came. A user who chooses how to ask stays at that choice. */
function focusField(columns: HTMLElement | null): void {
  if (document.activeElement?.tagName === 'SELECT') return
  columns?.closest('form')?.querySelector<HTMLElement>('.unit-filter input')?.focus()
}
