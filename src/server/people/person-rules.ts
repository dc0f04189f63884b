/** The checks at every door to a person: the rules of `domain/people/access.ts` on the row under lock. */
import {
  lastAdministratorRefusal,
  manageRefusal,
  permissionFor,
  personRefusal,
  type PersonVerb,
} from '#domain/people/access.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { Db } from '../db/pool.ts'
import { AppError, refuse } from '../errors.ts'
import type { Actor } from '../http/context.ts'
import { countAdministrators, lockPeople, type PersonRecord } from './person-store.ts'

/** A person whom the actor may do this to, locked until the transaction ends; throws the refusal. */
export async function lockPersonFor(db: Db, actor: Actor, id: number, verb: PersonVerb): Promise<PersonRecord> {
  const [person] = await lockPeople(db, [id])
  if (!person) throw new AppError('NOT_FOUND')
  const refusal = doorRefusal(actor, person, verb)
  if (refusal) throw refusalOn(person, refusal, verb)
  return person
}

/** Why the actor may not do this to this person. */
export function doorRefusal(actor: Actor, person: PersonRecord, verb: PersonVerb): ErrorCode | undefined {
  const refusal = personRefusal(actor, person.adminType, verb)
  // Participants do not sign in: the rights of their role threaten no actor.
  const harmless = verb === 'read' || person.adminType === 'PARTICIPANT'
  return refusal ?? (harmless ? undefined : manageRefusal(actor, person.permissions))
}

function refusalOn({ adminType }: PersonRecord, code: ErrorCode, verb: PersonVerb): AppError {
  return new AppError(code, code === 'FORBIDDEN' ? { data: { needs: permissionFor(adminType, verb) } } : {})
}

/** Does `work` under the lock on rights, and refuses it when it takes away the last administrator of a kind. */
export async function keepingAnAdministrator<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const before = await countAdministrators(db)
  const result = await work()
  refuse(lastAdministratorRefusal(before, await countAdministrators(db)))
  return result
}
