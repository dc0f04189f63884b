/** A row of the trail as a reader gets to see it. */
import type { LogRow } from '#contract/logs.ts'
import { changesBetween } from '#domain/changes.ts'
import { maskPhone } from '#domain/people/phone.ts'

/** As it was written down, and the name of its subject now. */
export type Deed = Omit<LogRow, 'changes' | 'changedNames'>

export function rowSeen(row: Deed, phones: 'FULL' | 'MASKED'): Deed & Pick<LogRow, 'changes'> {
  const seen = phones === 'FULL' ? (value: unknown) => value : withoutPhones
  const [before, after] = [seen(row.before), seen(row.after)]
  return { ...row, before, after, changes: changesBetween(before, after) }
}

/** The row of a file, before and after as JSON. */
export function lineOf(row: Deed, phones: 'FULL' | 'MASKED'): object {
  const { before, after, changes: _, ...seen } = rowSeen(row, phones)
  const { actor, subjectType, subjectId } = seen
  return {
    ...seen,
    actor: actor?.name ?? null,
    actorId: actor?.id ?? null,
    username: actor?.username ?? null,
    subject: [subjectType, subjectId].filter((part) => part !== null).join(' '),
    before: before === null ? null : JSON.stringify(before),
    after: after === null ? null : JSON.stringify(after),
  }
}

/** Phone numbers anywhere in a value, masked. */
function withoutPhones(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\+[1-9]\d{6,14}(?!\d)/g, maskPhone)
  if (Array.isArray(value)) return value.map(withoutPhones)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutPhones(inner)]))
}
