import { people } from '#contract/people.ts'
import type { PersonKind } from '#domain/access.ts'
import { AppError } from '../errors.ts'
import type { Db } from '../db/pool.ts'
import { type Actor, on } from '../http/context.ts'
import { createRoute } from './new-person.ts'
import { updateRoute } from './person-changes.ts'
import { removalRoutes } from './person-removal.ts'
import { doorRefusal } from './person-rules.ts'
import { listPeople, type PeopleQuery } from './person-list.ts'
import { getPerson } from './person-store.ts'
import { personDetail, personSeen, phonesFor } from './person-view.ts'

async function listSeen(db: Db, actor: Actor, kind: PersonKind, query: Omit<PeopleQuery, 'phones'>) {
  const { rows, total } = await listPeople(db, kind, { ...query, phones: phonesFor(actor) })
  return { rows: rows.map((person) => personSeen(person, actor)), total }
}

const get = on(people.get, async ({ db, params, actor }) => {
  const person = await getPerson(db, params.id)
  // Somebody whom one may not see looks exactly like nobody.
  if (doorRefusal(actor, person, 'read')) throw new AppError('NOT_FOUND')
  return personDetail(person, actor)
})

export const peopleRoutes = [
  on(people.participants, ({ db, query, actor }) => listSeen(db, actor, 'PARTICIPANT', { ...query, text: query.q })),
  on(people.search, ({ db, query, actor }) => listSeen(db, actor, 'PARTICIPANT', { ...query, text: query.query })),
  on(people.admins, ({ db, query, actor }) => listSeen(db, actor, 'ADMIN', { ...query, text: query.q })),
  get,
  createRoute,
  updateRoute,
  ...removalRoutes,
]
