/** Tokens by which programs work on one survey, without an account. */
export const tokenKinds = ['COLLECT', 'READ'] as const
export type TokenKind = (typeof tokenKinds)[number]

/** The user name that goes with a token in HTTP Basic: the token alone says who it is. */
export const tokenUser = 'canvass'

/** Below the base path: where collecting apps find forms and leave responses (OpenRosa). */
export const collectPath = '/collect'
