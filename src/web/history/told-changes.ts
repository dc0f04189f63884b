/** Changes as the history shows them: the fields of an object one by one, and each text once. Pure. */
import type { FieldChange } from '#domain/changes.ts'

/** Texts by language are kept beside the plain ones that follow from them. */
const byLanguage = /^texts\.(\w+)\.(.+)$/

/** The language of `texts.title.pt-br`. */
export function languageOf(field: string): string | undefined {
  return byLanguage.exec(field)?.[2]
}

/** `texts.title.pt-br` is a title. */
export function plainField(field: string): string {
  return byLanguage.exec(field)?.[1] ?? field
}

export function toldChanges(changes: readonly FieldChange[]): FieldChange[] {
  const leaves = changes.flatMap(leavesOf)
  const inLanguages = new Set(leaves.flatMap(({ field }) => byLanguage.exec(field)?.[1] ?? []))
  // An id beside what it names (`roleId`, `role`) would say the same twice.
  return leaves.filter(({ field }) => !inLanguages.has(field) && !leaves.some((other) => field === `${other.field}Id`))
}

/** An object that came or went as a whole, field by field. */
function leavesOf({ field, before, after }: FieldChange): FieldChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  if (!old && !now) return [{ field, before, after }]
  const names = [...new Set([...Object.keys(now ?? {}), ...Object.keys(old ?? {})])]
  const inside = names.map((name) => ({
    field: `${field}.${name}`,
    before: old?.[name] ?? null,
    after: now?.[name] ?? null,
  }))
  return inside.filter((change) => change.before !== null || change.after !== null).flatMap(leavesOf)
}

function fieldsOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}
