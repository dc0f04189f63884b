import { type AdministrativeUnit, unitTree } from '#contract/administrative-units.ts'
import { useCall } from '../api/query.ts'

/** The unit of an id; undefined while it is not known. */
export function useUnit(id: number | undefined): AdministrativeUnit | undefined {
  const { data } = useCall(unitTree.find, { query: { id: id ?? 0 } }, { enabled: id !== undefined })
  return data?.list[0]
}

/** A unit with all above it: Moçambique › Sofala › Dondo. */
export function pathText({ ancestors, name }: Pick<AdministrativeUnit, 'ancestors' | 'name'>): string {
  return [...ancestors.map((unit) => unit.name), name].join(' › ')
}
