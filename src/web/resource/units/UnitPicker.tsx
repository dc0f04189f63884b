/** Administrative units to filter by: those chosen stand above by their whole path, the next is picked below them. */
import { useEffect, useRef, useState } from 'react'
import { maxFilterValues } from '#contract/filters.ts'
import { useText } from '../../i18n/text.ts'
import { UnitPath } from './UnitPath.tsx'
import { UnitSelect } from './UnitSelect.tsx'

interface UnitPickerProps {
  field: string
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

/** The popover, which it is inside of, counts as the window's edge otherwise. */
const belowAlways = { bottomLeft: { points: ['tl', 'bl'], offset: [0, 4], overflow: {} } }

export function UnitPicker({ field, values, onChange }: UnitPickerProps) {
  const t = useText()
  // A layer of its own above the popover that the filter stands in, which would cut the columns off.
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => layer.current?.showPopover(), [])
  // While somebody walks down the tree each step takes the place of the one above it.
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
        builtinPlacements={belowAlways}
        getPopupContainer={() => layer.current ?? document.body}
        allowClear={false}
        value={walked}
        onChange={(id) => {
          if (id === undefined) return
          setWalked(id)
          onChange([...new Set([...others, String(id)])])
        }}
        onClose={() => setWalked(undefined)}
      />
      <div ref={layer} popover="manual" className="unit-layer" />
    </>
  )
}
