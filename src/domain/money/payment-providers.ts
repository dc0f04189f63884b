/** What a payment provider is spoken to in, and what lets us in there. */

interface Dialect {
  /** What people enter once, and no call answers. */
  credentials: readonly string[]
  /** The credential that says whose account pays; null: the account is named by itself. */
  accountIn: string | null
}

export const providerDialects = {
  /** GSMA Mobile Money API 1.2. */
  GSMA: {
    credentials: ['user', 'password', 'clientId', 'clientSecret', 'tokenUrl', 'apiKey', 'contentHash'],
    accountIn: null,
  },
  /** pawaPay Merchant API v2. */
  PAWAPAY: { credentials: ['token'], accountIn: 'token' },
} as const satisfies Record<string, Dialect>

export type DialectName = keyof typeof providerDialects
export const dialectNames = Object.keys(providerDialects) as [DialectName, ...DialectName[]]
