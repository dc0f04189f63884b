/**
 * One HTTP exchange with a payment provider, with everything bounded: time, size and trust. It does not throw and does
 * not log: addresses, headers and bodies hold phone numbers and secrets.
 */
import type { z } from 'zod'
import { traceparent } from '../../trace.ts'
import type { Bounded, ProviderAnswer, RateLimited, Unknown } from './provider.ts'

interface Exchange extends Bounded {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  /** JSON as text, or a form. */
  body?: string | URLSearchParams | undefined
  /** Hard limit for the whole exchange, the reading of the body included. */
  timeoutMs: number
}

/** `json` is undefined when the body is not JSON, as with a gateway's HTML page. */
export interface Answer {
  kind: 'ANSWER'
  status: number
  json: unknown
  /** From the Retry-After header. */
  retryAfterMs: number | undefined
}

/** No whole answer came: what the provider did with the request is not known, unless it never went out. */
export interface Lost {
  kind: 'LOST'
  /** `TIMEOUT`, `CONNECTION`, `TOO_LARGE`; `NEVER_SENT`: its time was over. */
  reason: string
  isUnsent?: true
}

const maxAnswerBytes = 64 * 1024

export async function exchange(call: Exchange): Promise<Answer | Lost> {
  const { method, url, headers, body, timeoutMs, deadline = Infinity } = call
  const tell = (httpStatus: number | null, text: string) => call.heard?.(answerTo(call, httpStatus, text))
  const leftMs = Math.min(timeoutMs, deadline - performance.now())
  if (leftMs <= 0) return { kind: 'LOST', reason: 'NEVER_SENT', isUnsent: true }
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...headers,
        ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
        traceparent: traceparent(),
      },
      // A redirect would carry the order, and the credentials, to an address that is not configured.
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.ceil(leftMs)),
      ...(body !== undefined && { body }),
    })
    const text = await readBounded(response)
    if (text === undefined) {
      tell(null, 'TOO_LARGE')
      return { kind: 'LOST', reason: 'TOO_LARGE' }
    }
    tell(response.status, text)
    return { kind: 'ANSWER', status: response.status, json: parseJson(text), retryAfterMs: retryAfter(response) }
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
    const reason = timedOut ? 'TIMEOUT' : 'CONNECTION'
    tell(null, reason)
    return { kind: 'LOST', reason }
  }
}

/** The answer without what we signed in with, should it come back in it. */
function answerTo({ method, url, headers }: Exchange, httpStatus: number | null, text: string): ProviderAnswer {
  const { pathname, search } = new URL(url)
  const secrets = Object.entries(headers).flatMap(([name, value]) =>
    /authorization|key|token/i.test(name) ? value.split(' ').slice(-1) : [],
  )
  return {
    question: `${method} ${pathname}${search}`.slice(0, 400),
    httpStatus,
    text: secrets.reduce((left, secret) => left.replaceAll(secret, '•••'), text),
  }
}

/** The body as text; undefined when it exceeds the limit, and then the rest is not read. */
async function readBounded(response: Response): Promise<string | undefined> {
  if (!response.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > maxAnswerBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Retry-After is a number of seconds or a date. */
function retryAfter(response: Response): number | undefined {
  const header = response.headers.get('retry-after')
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined
}

/** How long to wait when the provider turned us away without saying for how long. */
const defaultRetryMs = 5_000

/** An answer that says nothing of the payment: at most when to come back. `isBusy`: it asks for patience in words of its own. */
export function inconclusive(answer: Answer | Lost, isBusy = false): Unknown | RateLimited {
  if (answer.kind === 'LOST') {
    const { reason, isUnsent } = answer
    if (!isUnsent) return { kind: 'UNKNOWN', reason }
    return { kind: 'RATE_LIMITED', retryAfterMs: reason === 'NEVER_SENT' ? 0 : defaultRetryMs, reason }
  }
  const reason = `HTTP_${answer.status}`
  if (![401, 403, 429].includes(answer.status) && !isBusy) return { kind: 'UNKNOWN', reason }
  return { kind: 'RATE_LIMITED', retryAfterMs: answer.retryAfterMs ?? defaultRetryMs, reason }
}

/** Undefined for any other answer than a good one of this shape. */
export function read<Shape extends z.ZodType>(answer: Answer | Lost, shape: Shape): z.infer<Shape> | undefined {
  if (answer.kind === 'LOST' || answer.status < 200 || answer.status > 299) return undefined
  return shape.safeParse(answer.json).data
}
