/** What a payment provider is spoken to in, where, and what lets us in there. */

interface Dialect {
  /** What people enter once, and no call answers. */
  credentials: readonly string[]
  /** The credential that says whose account pays; null: the account is named by itself. */
  accountIn: string | null
  /** Whether it has a question for the name behind a phone. */
  tellsNames: boolean
}

export const providerDialects = {
  /** GSMA Mobile Money API 1.2. */
  GSMA: {
    credentials: ['user', 'password', 'clientId', 'clientSecret', 'tokenUrl', 'apiKey', 'contentHash'],
    accountIn: null,
    tellsNames: true,
  },
  /** pawaPay Merchant API v2. */
  PAWAPAY: { credentials: ['token'], accountIn: 'token', tellsNames: false },
} as const satisfies Record<string, Dialect>

export type DialectName = keyof typeof providerDialects
export const dialectNames = Object.keys(providerDialects) as [DialectName, ...DialectName[]]

export const providerKinds = ['API', 'FILE', 'SIMULATOR'] as const

/** Of a record by its books. */
export const providerName = /^[a-z][a-z0-9-]{0,39}$/

/**
 * Without slashes at its end; undefined when money or secrets would cross a network in the clear, or land in logs: it is https,
 * or http on this machine, without a user, a query or a hash.
 */
export function secureAddress(value: string): string | undefined {
  const parsed = URL.parse(value)
  if (!parsed || parsed.username !== '' || parsed.password !== '' || /[?#@]/.test(value)) return undefined
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(parsed.hostname)
  if (parsed.protocol !== 'https:' && !(parsed.protocol === 'http:' && isHere)) return undefined
  return value.replace(/\/+$/, '')
}
