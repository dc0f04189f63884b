import { pathText, useUnit } from './use-unit.ts'

/** The whole path of a unit in words. */
export function UnitPath({ id }: { id: number | null | undefined }) {
  const unit = useUnit(id ?? undefined)
  if (id === null || id === undefined) return '–'
  return unit ? pathText(unit) : `#${id}`
}
