/**
 * `call(companies.update, { params: { id: 5 }, body })` → the typed answer of the contract. Refusals and network
 * failures throw `ApiError`. A cancelled call resolves to `cancelled` ({ success: false }), also when the end of the
 * session cut it off. Check with `isCancelled`. In components prefer query.ts.
 */
import type * as z from 'zod/mini'
import type { Answered, Endpoint } from '#contract/endpoint.ts'
import { auth } from '#contract/auth.ts'
import { takeAhead } from './read-ahead.ts'
import { ApiError, httpError, networkError } from './api-error.ts'
import { basePath } from './page-settings.ts'
import { passwordGiven } from './password-question.ts'
import { noteAnswer } from './session-clock.ts'
import { expireSession, type InFlight, openRequests } from './session-end.ts'
import { readText } from './storage.ts'
import { apiUrl, fillPath, type Printable, queryText } from './url.ts'

type Shape<S> = S extends { shape: infer Fields } ? keyof Fields : never
type Params<E extends Endpoint> = { [K in Shape<E['params']>]: Printable }
type Query<E extends Endpoint> = { [K in Shape<E['query']>]?: Printable | undefined }

type ParamsOf<E extends Endpoint> = [Shape<E['params']>] extends [never]
  ? unknown
  : string extends Shape<E['params']>
    ? { params?: Record<string, Printable> }
    : { params: Params<E> }

type QueryOf<E extends Endpoint> = [Shape<E['query']>] extends [never] ? unknown : { query?: Query<E> }

type BodyOf<E extends Endpoint> =
  unknown extends z.input<E['body']>
    ? { body?: unknown }
    : z.input<E['body']> extends undefined
      ? unknown
      : { body: z.input<E['body']> }

/**
 * What a call takes: path parameters and body where the endpoint has them, a file where it uploads. Of a call that is only
 * known at run time (`Endpoint`) each part may be there.
 */
export type CallInput<E extends Endpoint> = ParamsOf<E> &
  QueryOf<E> &
  BodyOf<E> & {
    file?: File | undefined
    signal?: AbortSignal | undefined
    /** Hears how much of the request has gone out, from 0 to 1. */
    onSent?: ((part: number) => void) | undefined
    /** The browser sends it even when the page is left meanwhile; for small bodies. */
    keepalive?: boolean | undefined
    /** One per confirmed intention (see `newKey`); the server answers a repetition with the first answer. */
    idempotencyKey?: string | undefined
  }

type InputArguments<E extends Endpoint> = object extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

interface RawInput {
  params?: Record<string, Printable>
  query?: Record<string, Printable | undefined>
  body?: unknown
  file?: File | undefined
  signal?: AbortSignal | undefined
  onSent?: ((part: number) => void) | undefined
  keepalive?: boolean | undefined
  idempotencyKey?: string | undefined
}

export interface Cancelled {
  readonly success: false
}
const cancelled: Cancelled = Object.freeze({ success: false })

export function isCancelled(answer: object): answer is Cancelled {
  return answer === cancelled
}

/** Calls the endpoint. See the header for what it resolves to and throws. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: InputArguments<E>
): Promise<Answered<E> | Cancelled> {
  const answer = await send(endpoint, input ?? {}, async (response) => ({ body: await bodyOf(response) }))
  return answer ? (answer.body as Answered<E>) : cancelled
}

/** What `read` makes of the response of status < 400; undefined when the call was cancelled. */
export async function send<T>(endpoint: Endpoint, input: RawInput, read: Read<T>): Promise<T | undefined> {
  try {
    return await sendOnce(endpoint, input, read)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'REAUTH_REQUIRED' || !(await passwordGiven())) throw error
    return sendOnce(endpoint, input, read)
  }
}

type Read<T> = (response: Response) => Promise<T>

async function sendOnce<T>(endpoint: Endpoint, input: RawInput, read: Read<T>): Promise<T | undefined> {
  const token = readText('authToken')
  const request = openRequests.open(input.signal)
  try {
    const url = urlOf(endpoint, input)
    const ahead = endpoint.method === 'GET' ? takeAhead(url, token) : undefined
    const init = requestOf(endpoint, input, token, request)
    const response = await (ahead ?? (input.onSent ? sendByParts(url, init, input.onSent) : fetch(url, init)))
    request.signal.throwIfAborted()
    if (response.status !== 401 && !endpoint.byItself) noteAnswer(response.headers.get('date'))
    // Awaited here: an answer may break off, or be cancelled, half way.
    if (response.ok) return await read(response)
    if (response.status === 401 && endpoint.path !== auth.login.path) {
      // A late refusal of an older session says nothing about the one that is open now.
      if (token === readText('authToken')) expireSession()
      return undefined
    }
    throw httpError(response.status, response.statusText, await bodyOf(response))
  } catch (error) {
    if (request.signal.aborted) return undefined
    throw error instanceof Error && error.name === 'ApiError' ? error : networkError(error)
  } finally {
    request.close()
  }
}

function urlOf(endpoint: Endpoint, { params, query }: RawInput): string {
  return apiUrl(basePath, fillPath(endpoint.path, params)) + queryText(query)
}

function requestOf(endpoint: Endpoint, input: RawInput, token: string | undefined, { signal }: InFlight): RequestInit {
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey)
  const body = bodyFor(endpoint, input)
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  const { keepalive = false } = input
  return { method: endpoint.method, headers, signal, keepalive, ...(body === undefined ? {} : { body }) }
}

/** Multipart when a file goes along (seed §5), plain JSON otherwise. */
function bodyFor({ upload }: Endpoint, { body, file }: RawInput): string | FormData | undefined {
  if (!file || !upload) return body === undefined ? undefined : JSON.stringify(body)
  const form = new FormData()
  if (upload.json) form.append(upload.json, JSON.stringify(body ?? {}))
  form.append(upload.file, file)
  return form
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A fresh idempotency key. Not `randomUUID`, which a page served over plain http does not have. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Sends a request and says how much of its body has gone out, which `fetch` does not tell. */

/** `onSent` gets the part that has gone out, from 0 to 1. Rejects as `fetch` does, also when the signal aborts. */
function sendByParts(url: string, init: RequestInit, onSent: (part: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'POST', url)
    request.responseType = 'blob'
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total === 0 ? 1 : loaded / total))
    request.addEventListener('load', () => {
      const { status, statusText } = request
      const headers = new Headers({ date: request.getResponseHeader('date') ?? '' })
      resolve(new Response(status === 204 ? null : (request.response as Blob), { status, statusText, headers }))
    })
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    init.signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(init.body as XMLHttpRequestBodyInit)
  })
}
