/** Who is at the door: an app with the token of one survey, or with that of a person who may fill in many. */
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Db } from '../db/pool.ts'
import { admitAppUser, findAppUser } from '../http/app-token.ts'
import { type Actor, anonymous } from '../http/context.ts'
import { hashToken } from '../http/session.ts'
import { findHolder, tokenOf } from '../http/survey-token.ts'
import { openSurvey } from '../scope.ts'

/** The token in the path of an app that cannot send a header; undefined when the path has none. */
export function keyIn(request: FastifyRequest): string | undefined {
  return (request.params as { key?: string }).key
}

/** UNAUTHORIZED without a token that lives, FORBIDDEN when its person may not fill in surveys. */
export async function identify(db: Db, request: FastifyRequest): Promise<Actor> {
  const token = keyIn(request) ?? tokenOf(request.headers.authorization)
  const hash = token === undefined ? undefined : hashToken(token)
  const caller = hash && ((await findProgram(db, hash)) ?? (await findAppUser(db, hash, request.ip)))
  return mayEnter(caller)
}

/** The same caller in the transaction of a write, when they may still fill in the survey. */
export async function admit(db: Db, before: Actor, surveyId: number): Promise<Actor> {
  const caller = before.program ? await findProgram(db, before.session) : await admitAppUser(db, before)
  await openSurvey(db, mayEnter(caller), 'enter', surveyId)
  return mayEnter(caller)
}

async function findProgram(db: Db, hash: Buffer): Promise<Actor | undefined> {
  const holder = await findHolder(db, ['COLLECT'], hash)
  if (!holder) return undefined
  const { id: tokenId, surveyId, name, participant } = holder
  const permissions = new Set(['responses.enter'])
  return { ...anonymous, username: name, permissions, session: hash, program: { surveyId, tokenId, participant } }
}

function mayEnter(caller: Actor | undefined): Actor {
  if (!caller) throw new AppError('UNAUTHORIZED')
  const needs = 'responses.enter'
  if (!caller.permissions.has(needs)) throw new AppError('FORBIDDEN', { data: { needs } })
  return caller
}
