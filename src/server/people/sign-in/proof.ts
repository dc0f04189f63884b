/** A second factor that is given: it is used up, and then what it is given for is done. */
import type * as z from 'zod/mini'
import type { auth } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import type { Context } from '../../http/context.ts'
import { takePasskey } from './passkeys.ts'
import { takeCode, waysOf } from './second-factor.ts'

/** What is given beside the password, or in place of it. */
export type Proof = Pick<z.output<typeof auth.reauthenticate.body>, 'code' | 'passkey'>

/** By what the trail knows it. */
export const wayOf = ({ passkey }: Proof) => (passkey ? 'PASSKEY' : 'CODE')

/** The second factor that is given; undefined where the person has none to give. SECOND_STEP_REQUIRED. */
export async function proofOf(db: Db, personId: number, given: Proof): Promise<Proof | undefined> {
  const ways = await waysOf(db, personId)
  if (ways.length === 0) return undefined
  if (!given.code && !given.passkey) throw new AppError('SECOND_STEP_REQUIRED', { data: { ways } })
  return given
}

/** Uses the second factor of the person up; why it is no good, if it is not. */
export function takeFactor(
  db: Db,
  { origin, services }: Pick<Context<Endpoint>, 'origin' | 'services'>,
  personId: number,
  { code = '', passkey }: Proof,
): Promise<ErrorCode | undefined> {
  return passkey ? takePasskey(db, origin(), personId, passkey) : takeCode(db, services.settings, personId, code)
}

/** Does the work once the proof was used up. A refused one stays on the trail, where the work would be rolled back. */
export async function proven<T>(
  { write, audit }: Pick<Context<Endpoint>, 'write' | 'audit'>,
  subjectId: number,
  { prove, work }: { prove: (db: Db) => Promise<ErrorCode | undefined>; work: (db: Db) => Promise<T> },
): Promise<T> {
  const outcome = await write(async (db) => {
    const code = await prove(db)
    if (code === undefined) return { done: await work(db) }
    audit({ action: 'auth.refused', subjectType: 'person', subjectId, after: { code } })
    return { code }
  })
  if ('code' in outcome) throw new AppError(outcome.code)
  return outcome.done
}
