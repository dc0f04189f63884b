/** Bearer tokens by the client credentials of OAuth 2.0 (RFC 6749, 4.4): one is fetched for all that need it. */
import { z } from 'zod'
import { type Answer, exchange, type Lost, read } from './exchange.ts'
import type { Bounded } from './provider.ts'

export interface ClientCredentials {
  tokenUrl: string
  clientId: string
  clientSecret: string
}

interface Token {
  kind: 'TOKEN'
  value: string
  /** By `performance.now()`. */
  until: number
}

/** A call with a token takes its time, too. */
const marginMs = 30_000

const TokenAnswer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  // Some write the number as text.
  expires_in: z.coerce.number().positive().catch(3600),
})

/** Makes calls with a token. One that is refused is replaced by a fresh one, once; without any, nothing goes out. */
export function bearerOf({ tokenUrl, clientId, clientSecret }: ClientCredentials, timeoutMs: number) {
  let current: Promise<Token | Answer | Lost> | undefined

  async function fetchToken(): Promise<Token | Answer | Lost> {
    const answer = await exchange({
      method: 'POST',
      url: tokenUrl,
      headers: { Accept: 'application/json', Authorization: basic(clientId, clientSecret) },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      timeoutMs,
    })
    const given = read(answer, TokenAnswer)
    if (!given) return answer
    return { kind: 'TOKEN', value: given.access_token, until: performance.now() + given.expires_in * 1000 - marginMs }
  }

  /** All that come while one is fetched wait for that one. */
  async function token(refused: string | undefined): Promise<Token | Answer | Lost> {
    const before = current
    const known = await before
    if (known?.kind === 'TOKEN' && known.until > performance.now() && known.value !== refused) return known
    if (current === before || current === undefined) current = fetchToken()
    return await current
  }

  return async function withBearer(
    call: (authorization: string) => Promise<Answer | Lost>,
    isRefused: (answer: Answer | Lost) => boolean,
    { heard }: Bounded,
  ): Promise<Answer | Lost> {
    let refused: string | undefined
    for (;;) {
      const got = await token(refused)
      if (got.kind !== 'TOKEN') {
        const reason = got.kind === 'LOST' ? got.reason : `HTTP_${got.status}`
        // What came instead of a token may let others in: only why there is none is told.
        heard?.({ question: `POST ${new URL(tokenUrl).pathname}`, httpStatus: null, text: reason })
        const isWrong = got.kind === 'ANSWER' && [400, 401, 403].includes(got.status)
        return { kind: 'LOST', reason: isWrong ? 'HTTP_401' : reason, isUnsent: true }
      }
      const answer = await call(`Bearer ${got.value}`)
      if (refused !== undefined || !isRefused(answer)) return answer
      refused = got.value
    }
  }
}

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
