/** One's own second factors, and the recovery codes that go in their place. */
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { reauthRefusal } from '#domain/people/access.ts'
import { factorRemovalRefusal } from '#domain/people/second-factor.ts'
import type { Db } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { type Context, on } from '../../http/context.ts'
import { enterMail, type MailAbout } from '../../mail/outbox.ts'
import { keepPasskey } from './passkeys.ts'
import { appUri, keepApp, listFactors, makeRecoveryCodes, newSecret, removeFactor, waysOf } from './second-factor.ts'
import { endSessions } from './sessions.ts'
import { getUserInfo } from './sign-in.ts'

const beginApp = on(secondFactor.beginApp, async ({ db, actor, services }) => {
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  const { secret, ticket } = newSecret(services.settings, actor.id)
  const { rows } = await sql<{ name: string | null }>`select name from brand`.execute(db)
  return { secret, ticket, uri: appUri(secret, actor.username, rows[0]?.name ?? 'Canvass') }
})

/** The trail and the owner hear of it, and sessions that were opened otherwise end. */
async function changed(
  { actor, audit, services }: Pick<Context<Endpoint>, 'actor' | 'audit' | 'services'>,
  db: Db,
  about: MailAbout['FACTOR'],
): Promise<void> {
  await endSessions(db, [actor.id], actor.session)
  await enterMail(db, services, [actor.id], { kind: 'FACTOR', about })
  const { deed, ...after } = about
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
  await changed(context, db, { deed: 'ADDED', kind: 'APP', name: '' })
  return { recoveryCodes: await firstCodes(db, actor.id) }
})

const addPasskey = on(secondFactor.addPasskey, async (context) => {
  const { db, actor, body, origin } = context
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  await keepPasskey(db, origin(), actor.id, body)
  await changed(context, db, { deed: 'ADDED', kind: 'PASSKEY', name: body.name })
  return { recoveryCodes: await firstCodes(db, actor.id) }
})

const makeCodes = on(secondFactor.makeCodes, async ({ db, actor, audit }) => {
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  if ((await waysOf(db, actor.id)).length === 0) throw new AppError('NOT_FOUND')
  audit({ action: 'auth.recoveryCodes', subjectType: 'person', subjectId: actor.id })
  return { recoveryCodes: await makeRecoveryCodes(db, actor.id) }
})

const remove = on(secondFactor.remove, async (context) => {
  const { db, actor, params } = context
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  refuse(factorRemovalRefusal(await getUserInfo(db, actor.id)))
  const factor = await removeFactor(db, actor.id, params.id)
  await changed(context, db, { deed: 'REMOVED', kind: factor.kind, name: factor.name })
  return factor
})

export const factorRoutes = [
  on(secondFactor.get, ({ db, actor }) => listFactors(db, actor.id)),
  beginApp,
  setApp,
  addPasskey,
  makeCodes,
  remove,
]
