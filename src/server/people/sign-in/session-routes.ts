/** Sessions as people look at them: one's own, and those of others for who manages the staff. */
import { sql } from 'kysely'
import { auth } from '#contract/auth.ts'
import { pageOf } from '#contract/fields.ts'
import { stopWrites } from '../../db/rights-locks.ts'
import { AppError } from '../../errors.ts'
import { on } from '../../http/context.ts'
import { doorRefusal, lockPersonFor } from '../person-rules.ts'
import { getPerson } from '../person-store.ts'
import { endSession, endSessions, listSessions } from './sessions.ts'

const list = on(auth.sessions, async ({ db, query, actor, services }) => {
  const { personId = actor.id } = query
  if (personId !== actor.id && doorRefusal(actor, await getPerson(db, personId), 'read'))
    throw new AppError('NOT_FOUND')
  const { sessionIdleMinutes: idleMinutes } = services.settings
  return listSessions(db, personId, { asking: actor.session, idleMinutes, ...pageOf(query) })
})

const end = on(auth.endSessions, async ({ db, query, actor, audit }) => {
  const { id, personId = actor.id } = query
  if (personId === actor.id) await stopWrites(db, sql`id = ${personId}`)
  else await lockPersonFor(db, actor, personId, 'write')
  const ended = id === undefined ? await endSessions(db, [personId], actor.session) : await endSession(db, personId, id)
  if (id !== undefined && ended === 0) throw new AppError('NOT_FOUND')
  audit({ action: 'auth.endSessions', subjectType: 'person', subjectId: personId, after: { ended } })
  return { ended }
})

export const sessionRoutes = [list, end]
