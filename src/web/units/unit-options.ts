/** What the selector of units offers: the tree as far as it was walked, or what a search found with all above it. */
import type { AdministrativeUnit } from '#contract/administrative-units.ts'

export interface UnitOption {
  value: number
  label: string
  isLeaf: boolean
  children?: UnitOption[]
}

/** `below`: the units right below each unit that was opened; 0 has those on top. */
export function walkedOptions(below: ReadonlyMap<number, readonly AdministrativeUnit[]>, parent = 0): UnitOption[] {
  return (below.get(parent) ?? []).map((unit) => ({
    value: unit.id,
    label: unit.name,
    isLeaf: unit.childCount === 0,
    ...(below.has(unit.id) ? { children: walkedOptions(below, unit.id) } : {}),
  }))
}

export function foundOptions(units: readonly AdministrativeUnit[]): UnitOption[] {
  const top: UnitOption[] = []
  for (const unit of units) {
    let level = top
    for (const { id, name } of [...unit.ancestors, unit]) {
      let option = level.find((each) => each.value === id)
      if (!option) {
        option = { value: id, label: id === unit.id ? `${name} (${unit.code})` : name, isLeaf: true }
        level.push(option)
      }
      if (id !== unit.id) {
        option.isLeaf = false
        option.children ??= []
        level = option.children
      }
    }
  }
  return top
}

/** The ids from the top down to the unit. */
export function pathIds({ ancestors, id }: Pick<AdministrativeUnit, 'ancestors' | 'id'>): number[] {
  return [...ancestors.map((unit) => unit.id), id]
}
