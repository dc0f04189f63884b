/** Deletes people. All doors (seed §7: /users/delete, /delete/admins/{id}, /admins/delete) lead through `removePeople`. */
import { type BulkResult, maxBulkIds } from '#contract/fields.ts'
import { type ChosenPeople, people } from '#contract/people.ts'
import {
  administratorKinds,
  lastAdministratorRefusal,
  ownAccountRefusal,
  permissionFor,
  type PersonKind,
} from '#domain/people/access.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { AuditEntry } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import { usesOf } from '../db/usage.ts'
import { AppError } from '../errors.ts'
import { usesSeen } from '../scope.ts'
import { type Actor, on } from '../http/context.ts'
import { inUseOrMissing } from '../records/crud.ts'
import { allUsesSeen, bulkResult, selectionChanged } from '../records/bulk-result.ts'
import { lockMatching } from './person-list.ts'
import { doorRefusal } from './person-rules.ts'
import { countAdministrators, deletePeople, lockPeople, type PersonRecord } from './person-store.ts'
import { personOnTrail, personSeen, phonesFor } from './person-view.ts'

interface Removal {
  removed: PersonRecord[]
  refused: Map<number, ErrorCode>
  /** By person in use: the number of rows that use them, by table. */
  uses: Map<number, Record<string, number>>
}

interface Doer {
  db: Db
  actor: Actor
  audit: (entry: AuditEntry) => void
}

async function removePeople({ db, actor, audit }: Doer, ids: readonly number[]): Promise<Removal> {
  const found = await lockPeople(db, ids)
  const refused = new Map<number, ErrorCode>(ids.map((id) => [id, 'NOT_FOUND']))
  const uses = await usesOf(db, 'person', ids)
  for (const person of found) {
    const { id } = person
    const refusal = doorRefusal(actor, person, 'delete') ?? ownAccountRefusal(actor, id, ['delete'])
    const code = refusal ?? (uses.has(id) ? 'IN_USE' : undefined)
    if (code) refused.set(id, code)
    else refused.delete(id)
  }
  const administrators = found.filter((person) => !refused.has(person.id) && isAdministrator(person))
  const last = await lastRefusal(db, administrators)
  if (last) for (const { id } of administrators) refused.set(id, last)
  const removed = found.filter((person) => !refused.has(person.id))
  await deletePeople(
    db,
    removed.map((person) => person.id),
  )
  const subjectType = 'person'
  for (const person of removed)
    audit({ action: 'people.delete', subjectType, subjectId: person.id, before: personOnTrail(person) })
  for (const [subjectId, code] of refused)
    audit({ action: 'people.refused', subjectType, subjectId, after: { code, deed: 'delete' } })
  return { removed, refused, uses }
}

function isAdministrator({ adminType, permissions }: PersonRecord): boolean {
  return adminType === 'ADMIN' && administratorKinds.some((kind) => kind.every((name) => permissions.includes(name)))
}

/** Why these cannot all go. */
async function lastRefusal(db: Db, leaving: readonly PersonRecord[]): Promise<ErrorCode | undefined> {
  if (leaving.length === 0) return undefined
  const without = leaving.map(({ id }) => id)
  return lastAdministratorRefusal(await countAdministrators(db), await countAdministrators(db, without))
}

async function removeMany(
  doer: Doer,
  kind: PersonKind,
  { ids = [], filter, expected }: ChosenPeople,
): Promise<BulkResult> {
  const chosen = filter ? await matching(doer, kind, filter) : [...new Set(ids)]
  if (filter && chosen.length !== expected) throw selectionChanged(chosen.length)
  const { refused, uses } = await removePeople(doer, chosen)
  if (chosen.length === 0) doer.audit({ action: 'people.delete', subjectType: 'person', after: { matched: 0 } })
  return bulkResult(chosen, refused, allUsesSeen(uses, doer.actor))
}

/** A caller who deletes the rows of a list may see the list; phone numbers are found as far as they see them. */
async function matching({ db, actor }: Doer, kind: PersonKind, filter: Exclude<ChosenPeople['filter'], undefined>) {
  const needs = permissionFor(kind, 'read')
  if (!actor.permissions.has(needs)) throw new AppError('FORBIDDEN', { data: { needs } })
  const { q: text, ...words } = filter
  const ids = await lockMatching(db, kind, { words, text, phones: phonesFor(actor) }, maxBulkIds + 1)
  if (ids.length > maxBulkIds) throw new AppError('TOO_MANY_MATCHES', { data: { atMost: maxBulkIds } })
  return ids
}

export const removalRoutes = [
  on(people.removeMany, (context) => removeMany(context, 'PARTICIPANT', context.body)),
  on(people.removeAdmins, (context) => removeMany(context, 'ADMIN', context.body)),
  on(people.removeAdmin, async (context) => {
    const { id } = context.params
    const { removed, refused, uses } = await removePeople(context, [id])
    const [person] = removed
    if (person) return personSeen(person, context.actor)
    const code = refused.get(id) ?? 'NOT_FOUND'
    throw code === 'IN_USE' ? inUseOrMissing(usesSeen(uses.get(id), context.actor)) : new AppError(code)
  }),
]
