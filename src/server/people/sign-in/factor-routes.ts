/** The second step of a sign-in, the second factor in place of the password, and one's own second factors. */
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { reauthRefusal } from '#domain/people/access.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { FactorWay } from '#domain/people/second-factor.ts'
import type { Db } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { type Context, on } from '../../http/context.ts'
import { enterMail } from '../../mail/outbox.ts'
import { useCredentials } from './credentials.ts'
import { endStep, readStep } from './factor-step.ts'
import { guesserOf } from './password-routes.ts'
import { appUri, keepApp, listFactors, makeRecoveryCodes, newSecret, removeFactor, useCode } from './second-factor.ts'
import { endSessions, renewSession } from './sessions.ts'
import { browserCookie, browserDays, findKnownBrowser, openSignIn } from './sign-in.ts'
import { forgiveAttempts, noteAttempt } from './throttle.ts'

/** Does the work once the proof was used up. A refused one stays on the trail, where the work would be rolled back. */
async function proven<T>(
  { write, audit }: Pick<Context<Endpoint>, 'write' | 'audit'>,
  personId: number,
  { prove, work }: { prove: (db: Db) => Promise<ErrorCode | undefined>; work: (db: Db) => Promise<T> },
): Promise<T> {
  const outcome = await write(async (db) => {
    const refusal = await prove(db)
    if (refusal === undefined) return { done: await work(db) }
    audit({ action: 'auth.refused', subjectType: 'person', subjectId: personId, after: { code: refusal } })
    return { refusal }
  })
  if ('refusal' in outcome) throw new AppError(outcome.refusal)
  return outcome.done
}

/** As they are by now: a reset of the password or a suspension since the first step has ended the step. */
async function readAccount(db: Db, personId: number) {
  const { rows } = await sql<{ id: number; username: string; passwordHash: string }>`
    select id, username, password_hash as "passwordHash" from person
    where id = ${personId} and status = 'ACTIVE' and admin_type = 'ADMIN'`.execute(db)
  if (!rows[0]) throw new AppError('STEP_EXPIRED')
  return rows[0]
}

const signIn = on(secondFactor.signIn, async (context) => {
  const { body, db, address, cookies, services } = context
  const person = await readAccount(db, await readStep(db, body.ticket))
  const known = await findKnownBrowser(db, person.id, cookies.get(browserCookie))
  const guesser = { username: person.username, address, known }
  await noteAttempt(db, guesser)
  const { cookie, ...signedIn } = await proven(context, person.id, {
    prove: (tx) => useCode(tx, services.settings, person.id, body.code),
    work: async (tx) => {
      await endStep(tx, body.ticket)
      if (!(await useCredentials(tx, person))) throw new AppError('STEP_EXPIRED')
      return openSignIn(context, tx, { personId: person.id, guesser, by: 'CODE' })
    },
  })
  cookies.set(browserCookie, cookie, browserDays)
  return signedIn
})

const prove = on(secondFactor.prove, async (context) => {
  const { body, db, actor, audit, services } = context
  await noteAttempt(db, guesserOf(context))
  return proven(context, actor.id, {
    prove: (tx) => useCode(tx, services.settings, actor.id, body.code),
    work: async (tx) => {
      await forgiveAttempts(tx, guesserOf(context))
      const expiresAt = await renewSession(tx, actor.session, services.settings.sessionAbsoluteHours)
      const after = { by: 'CODE' }
      audit({ action: 'auth.reauthenticate', subjectType: 'person', subjectId: actor.id, after })
      return { expiresAt }
    },
  })
})

const beginApp = on(secondFactor.beginApp, async ({ db, actor, services }) => {
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  const { secret, ticket } = newSecret(services.settings, actor.id)
  const { rows } = await sql<{ name: string | null }>`select name from brand`.execute(db)
  return { secret, ticket, uri: appUri(secret, actor.username, rows[0]?.name ?? 'Canvass') }
})

interface Change {
  deed: 'ADDED' | 'REMOVED'
  kind: FactorWay
}

/** The trail and the owner hear of it, and sessions that were opened otherwise end. */
async function changed(
  { actor, audit, services }: Pick<Context<Endpoint>, 'actor' | 'audit' | 'services'>,
  db: Db,
  change: Change,
): Promise<void> {
  await endSessions(db, [actor.id], actor.session)
  await enterMail(db, services, [actor.id], { kind: 'FACTOR', about: { ...change, at: new Date().toISOString() } })
  const { deed, ...after } = change
  const action = deed === 'ADDED' ? 'auth.factorAdded' : 'auth.factorRemoved'
  audit({ action, subjectType: 'person', subjectId: actor.id, after })
}

/** Codes go with the first factor; later ones leave them as they are. */
async function firstCodes(db: Db, personId: number): Promise<string[] | null> {
  const { codesLeft } = await listFactors(db, personId)
  return codesLeft > 0 ? null : makeRecoveryCodes(db, personId)
}

const setApp = on(secondFactor.setApp, async (context) => {
  const { db, actor, body, services } = context
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  await keepApp(db, services.settings, actor.id, body)
  await changed(context, db, { deed: 'ADDED', kind: 'APP' })
  return { recoveryCodes: await firstCodes(db, actor.id) }
})

const makeCodes = on(secondFactor.makeCodes, async ({ db, actor, audit }) => {
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  const { factors } = await listFactors(db, actor.id)
  if (factors.length === 0) throw new AppError('NOT_FOUND')
  audit({ action: 'auth.recoveryCodes', subjectType: 'person', subjectId: actor.id })
  return { recoveryCodes: await makeRecoveryCodes(db, actor.id) }
})

const remove = on(secondFactor.remove, async (context) => {
  const { db, actor, params } = context
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  const factor = await removeFactor(db, actor.id, params.id)
  await changed(context, db, { deed: 'REMOVED', kind: factor.kind })
  return factor
})

export const factorRoutes = [
  signIn,
  prove,
  on(secondFactor.get, ({ db, actor }) => listFactors(db, actor.id)),
  beginApp,
  setApp,
  makeCodes,
  remove,
]
