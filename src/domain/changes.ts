/** The changes of an action: before and after, field by field, as the trail shows them. */

export interface FieldChange {
  /** `title`, or `pendingRole.role` for a field inside another. */
  field: string
  before: unknown
  after: unknown
}

/** They change with everything else and say nothing by themselves. */
const bookkeeping = new Set(['version', 'updatedAt'])

/** The fields that differ, in the order of `after`. A list counts as one value; null and absent are the same. */
export function changesBetween(before: unknown, after: unknown): FieldChange[] {
  return differences(asFields(before), asFields(after), '').filter(({ field }) => !bookkeeping.has(field))
}

type Fields = Record<string, unknown>

function asFields(value: unknown): Fields {
  return isFields(value) ? value : {}
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function differences(before: Fields, after: Fields, path: string): FieldChange[] {
  const names = new Set([...Object.keys(after), ...Object.keys(before)])
  return [...names].flatMap((name) => {
    const field = path + name
    const [old, now] = [before[name] ?? null, after[name] ?? null]
    if (isFields(old) && isFields(now)) return differences(old, now, `${field}.`)
    return isSame(old, now) ? [] : [{ field, before: old, after: now }]
  })
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
