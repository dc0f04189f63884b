import type { ErrorCode } from '../errors.ts'
import { grantRefusal, type RightsActor } from '../people/access.ts'
import { isForPeopleAlone } from '../people/permissions.ts'

/** Tokens by which programs work on one survey, without an account. */
export const tokenKinds = ['COLLECT', 'READ', 'ANSWER'] as const
export type TokenKind = (typeof tokenKinds)[number]

/** Those that staff give to a program; ANSWER is a participant's own. */
export const programKinds = ['COLLECT', 'READ'] as const satisfies readonly TokenKind[]

/** Those that send responses. */
export const sendingKinds = ['COLLECT', 'ANSWER'] as const satisfies readonly TokenKind[]

/** Why a person's app may not get a token: it would open nothing. */
export function appTokenRefusal(permissions: readonly string[]): ErrorCode | undefined {
  return permissions.includes('responses.enter') ? undefined : 'APP_OPENS_NOTHING'
}

/** Why the actor makes a program no token with these permissions: it would hold more than they, or what is for people alone. */
export function programTokenRefusal(actor: RightsActor, wanted: readonly string[]): ErrorCode | undefined {
  return wanted.length === 0 || wanted.some(isForPeopleAlone) ? 'TOKEN_TOO_WIDE' : grantRefusal(actor, wanted)
}

/** The calls that one token of a program may make in a minute. */
export const programCallsPerMinute = 600

/** The user name that goes with a token in HTTP Basic: the token alone says who it is. */
export const tokenUser = 'canvass'

/** Below the base path: where collecting apps find forms and leave responses (OpenRosa). */
export const collectPath = '/collect'
