/** The second factors of people: what is kept of them, and how a code is used up. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Factor } from '#contract/second-factor.ts'
import type { ErrorCode } from '#domain/errors.ts'
import {
  type FactorWay,
  recoveryCodes,
  recoveryLength,
  recoverySigns,
  recoveryText,
  typedCode,
} from '#domain/people/second-factor.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { enterMail } from '../../mail/outbox.ts'
import { hashToken } from '../../http/session.ts'
import { seal, unseal } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import type { Settings } from '../../settings.ts'
import { endSessions } from './sessions.ts'

type KeySettings = Pick<Settings, 'secretsKey' | 'dataDir'>

/** What a person may be asked for beside the password; none without a second factor. */
export async function waysOf(db: Db, personId: number): Promise<FactorWay[]> {
  const { rows } = await sql<{ kind: FactorWay }>`
    select distinct kind from second_factor where person_id = ${personId} and kind <> 'RECOVERY' order by kind`.execute(
    db,
  )
  return rows.map(({ kind }) => kind)
}

export async function listFactors(db: Db, personId: number): Promise<{ factors: Factor[]; codesLeft: number }> {
  const { rows } = await sql<Omit<Factor, 'kind'> & { kind: Factor['kind'] | 'RECOVERY' }>`
    select id, kind, name, credential_id as "credentialId", created_at as "createdAt", used_at as "usedAt" from second_factor
    where person_id = ${personId} order by id`.execute(db)
  const factors = rows.flatMap(({ kind, ...row }) => (kind === 'RECOVERY' ? [] : [{ ...row, kind }]))
  return { factors, codesLeft: rows.length - factors.length }
}

/** Secrets are sealed for one person: that of another one opens nothing. */
const placeOf = (personId: number) => `second factor of person ${personId}`

/** The base32 secret of an app that is being set up, and the same as the person sends it back. */
export function newSecret(settings: KeySettings, personId: number): { secret: string; ticket: string } {
  const secret = new Secret({ size: 20 }).base32
  return { secret, ticket: seal(settings, secret, placeOf(personId)).toString('base64url') }
}

/** What an app reads from a picture. */
export function appUri(secret: string, label: string, issuer: string): string {
  return new TOTP({ issuer, label, secret }).toString()
}

/** Undefined for a secret that another key or another person sealed. */
function openSecret(settings: KeySettings, sealed: Buffer, personId: number): string | undefined {
  try {
    return unseal(settings, sealed, placeOf(personId))
  } catch {
    return undefined
  }
}

/** Which step of 30 seconds the code is of: this one, the one before or the one after; undefined for any other code. */
function stepOf(secret: string, code: string): number | undefined {
  const [totp, timestamp] = [new TOTP({ secret }), Date.now()]
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

/** Keeps the app of the ticket once its code shows that it works. STEP_EXPIRED or CODE_WRONG. */
export async function keepApp(
  db: Db,
  settings: KeySettings,
  personId: number,
  { ticket, code }: { ticket: string; code: string },
): Promise<void> {
  const sealed = Buffer.from(ticket, 'base64url')
  const secret = openSecret(settings, sealed, personId)
  if (secret === undefined) throw new AppError('STEP_EXPIRED')
  const step = stepOf(secret, typedCode(code).code)
  if (step === undefined) throw new AppError('CODE_WRONG')
  await sql`insert into second_factor (person_id, kind, secret, counter) values (${personId}, 'APP', ${sealed}, ${step})
    on conflict (person_id) where kind = 'APP' do update
    set secret = excluded.secret, counter = excluded.counter, created_at = now(), used_at = null`.execute(db)
}

/** Uses the code up; why it is no good, if it is not. */
export async function takeCode(
  db: Db,
  settings: KeySettings,
  personId: number,
  typed: string,
): Promise<ErrorCode | undefined> {
  const { kind, code } = typedCode(typed)
  if (kind === 'RECOVERY') {
    const { numAffectedRows } = await sql`
      delete from second_factor where person_id = ${personId} and kind = 'RECOVERY' and secret = ${hashToken(code)}`.execute(
      db,
    )
    return numAffectedRows === 1n ? undefined : 'CODE_WRONG'
  }
  const { rows } = await sql<{ id: number; secret: Buffer }>`
    select id, secret from second_factor where person_id = ${personId} and kind = 'APP'`.execute(db)
  const [app] = rows
  if (!app) return 'CODE_WRONG'
  const secret = openSecret(settings, app.secret, personId)
  if (secret === undefined) return 'FACTOR_UNREADABLE'
  const step = stepOf(secret, code)
  if (step === undefined) return 'CODE_WRONG'
  return (await countUse(db, app.id, step)) ? undefined : 'CODE_USED'
}

/** Notes the use; false when the factor has counted as far before. Passkeys that do not count stay at 0. */
export async function countUse(db: Db, id: number, counter: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update second_factor set counter = ${counter}, used_at = now() where id = ${id} and (counter < ${counter} or 0 = ${counter} and counter = 0)`.execute(
    db,
  )
  return numAffectedRows === 1n
}

const anySign = () => recoverySigns[randomInt(recoverySigns.length)]

/** Makes recovery codes in the place of those that there are. */
export async function makeRecoveryCodes(db: Db, personId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => Array.from({ length: recoveryLength }, anySign).join(''))
  await sql`delete from second_factor where person_id = ${personId} and kind = 'RECOVERY'`.execute(db)
  await sql`insert into second_factor (person_id, kind, secret)
    select ${personId}, 'RECOVERY', unnest(${codes.map(hashToken)}::bytea[])`.execute(db)
  return codes.map(recoveryText)
}

/** Removes a factor of the person, and with the last one the recovery codes. NOT_FOUND. */
export async function removeFactor(db: Db, personId: number, id: number): Promise<Factor> {
  const { factors } = await listFactors(db, personId)
  const factor = factors.find((each) => each.id === id)
  if (!factor) throw new AppError('NOT_FOUND')
  const isLast = factors.length === 1
  await sql`delete from second_factor where person_id = ${personId} and (${isLast} or id = ${id})`.execute(db)
  return factor
}

/** All that a person proves themselves by goes, but for the password; they hear of it. Two administrators decided so. */
export async function resetFactors(db: Db, services: Services, personId: number): Promise<void> {
  const { factors } = await listFactors(db, personId)
  await sql`delete from second_factor where person_id = ${personId}`.execute(db)
  await endSessions(db, [personId])
  for (const { kind, name } of factors)
    await enterMail(db, services, [personId], { kind: 'FACTOR', about: { deed: 'REMOVED', kind, name } })
}
