import { people } from '#contract/people.ts'
import { permissionFor, type PersonKind } from '#domain/people/access.ts'
import { AppError } from '../errors.ts'
import type { Db } from '../db/pool.ts'
import { type Actor, on } from '../http/context.ts'
import { exportRoute } from '../records/export-records.ts'
import { createRoute } from './new-person.ts'
import { exportedStaff, queryOf } from './export-people.ts'
import { updateRoute } from './person-changes.ts'
import { removalRoutes } from './person-removal.ts'
import { doorRefusal } from './person-rules.ts'
import { listKinds, type PeopleQuery } from './person-list.ts'
import { getPerson } from './person-store.ts'
import { personDetail, personRowSeen, phonesFor } from './person-view.ts'

async function listSeen(db: Db, actor: Actor, kinds: readonly PersonKind[], query: Omit<PeopleQuery, 'phones'>) {
  const { rows, total } = await listKinds(db, kinds, { ...query, phones: phonesFor(actor) })
  return { rows: rows.map((row) => personRowSeen(row, actor)), total }
}

/** Staff are few and come first. */
const kindsOfPeople: readonly PersonKind[] = ['ADMIN', 'PARTICIPANT']

const search = on(people.search, ({ db, query: { query: q, adminType, ...query }, actor }) => {
  const asked = adminType ? [adminType] : kindsOfPeople
  const kinds = asked.filter((kind) => actor.permissions.has(permissionFor(kind, 'read')))
  return listSeen(db, actor, kinds, queryOf({ ...query, q }))
})

const get = on(people.get, async ({ db, params, actor }) => {
  const person = await getPerson(db, params.id)
  // A person outside the caller's view looks exactly like a missing one.
  if (doorRefusal(actor, person, 'read')) throw new AppError('NOT_FOUND')
  return personDetail(person, actor)
})

export const peopleRoutes = [
  on(people.participants, ({ db, query, actor }) => listSeen(db, actor, ['PARTICIPANT'], queryOf(query))),
  search,
  on(people.admins, ({ db, query, actor }) => listSeen(db, actor, ['ADMIN'], queryOf(query))),
  exportRoute(exportedStaff),
  get,
  createRoute,
  updateRoute,
  ...removalRoutes,
]
