/** The dialects of payment providers: how each is opened. One more is a file beside this one, and a line here. */
import { gsmaProvider } from './gsma.ts'
import { pawapayProvider } from './pawapay.ts'
import type { PaymentProvider } from './provider.ts'

/** Of the record of a provider. */
export interface DialectFields {
  name: string
  /** Without a trailing slash. */
  baseUrl: string
  accountId: string
  refusesDuplicates: boolean
  tellsNames?: boolean
  timeoutMs: number
  /** By name; those that a dialect needs are in its line. */
  credentials: Readonly<Record<string, string | undefined>>
}

/** Where tokens are had, unless the record says another path. */
const tokenPath = '/oauth/accesstoken'

/** Undefined: a credential is missing, or is for another provider. */
export const dialects = {
  /** GSMA Mobile Money API 1.2. `user` with `password`, or `clientId` with `clientSecret` for tokens; `apiKey` beside either. */
  GSMA({ credentials, ...fields }: DialectFields): PaymentProvider | undefined {
    const { user, password, clientId, clientSecret, tokenUrl = tokenPath, apiKey, contentHash } = credentials
    const tokensAt = URL.parse(tokenUrl.startsWith('/') ? fields.baseUrl + tokenUrl : tokenUrl)
    // A new address for tokens would get the secret: it is one of the provider's own.
    if (tokensAt?.origin !== new URL(fields.baseUrl).origin) return undefined
    if ((user === undefined) !== (password === undefined) || (clientId === undefined) !== (clientSecret === undefined))
      return undefined
    return gsmaProvider({
      ...fields,
      ...(user !== undefined && password !== undefined && { basicAuth: { user, password } }),
      ...(clientId !== undefined &&
        clientSecret !== undefined && {
          oauth: { clientId, clientSecret, tokenUrl: tokensAt.href },
        }),
      ...(apiKey !== undefined && { apiKey }),
      hashesContent: contentHash === 'on',
    })
  },
  /** pawaPay Merchant API v2: `token`. A repeated reference is ignored, whatever the record says. */
  PAWAPAY({ credentials: { token }, name, baseUrl, timeoutMs }: DialectFields): PaymentProvider | undefined {
    return token === undefined ? undefined : pawapayProvider({ name, baseUrl, token, timeoutMs })
  },
}
