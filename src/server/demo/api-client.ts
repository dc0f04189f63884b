/**
 * A client of the product's own API for programs. The demo data and the first-survey script use it like any user, so
 * every rule and every audit row applies to them too.
 */
import type * as z from 'zod/mini'
import { auth } from '#contract/auth.ts'
import type { Answered, Endpoint } from '#contract/endpoint.ts'

const apiPrefix = '/api/v1'

type Printable = string | number

interface CallInput<E extends Endpoint> {
  params?: Record<string, Printable>
  query?: Record<string, Printable>
  body?: z.input<E['body']>
  /** Sent as multipart, beside the JSON part when the endpoint has one. */
  file?: File
}

export interface ApiClient {
  /** The answer of the contract. Throws an `ApiRefusal` when the server says no. */
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<Answered<E>>
  /** The answer of an endpoint that hands out a file. */
  bytes<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<Uint8Array>
}

/** The refusal of the server. */
export class ApiRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly data: unknown

  constructor(status: number, { code, message, errors = [], data }: Refusal) {
    super([message, ...errors.map((problem) => `${problem.path}: ${problem.message}`)].join('\n'))
    this.status = status
    this.code = code
    this.data = data
  }
}

interface Refusal {
  code: string
  message: string
  errors?: { path: string; message: string }[]
  data?: unknown
}

export interface Connection {
  /** Where the product lives: `http://127.0.0.1:3000`, with the base path behind it if there is one. */
  url: string
  token?: string
  /** How requests travel; over the network unless said. */
  send?: (request: Request) => Promise<Response>
}

export function apiClient({ url, token, send = fetch }: Connection): ApiClient {
  async function answer(endpoint: Endpoint, input: CallInput<Endpoint>): Promise<Response> {
    const response = await send(requestOf(endpoint, input, url, token))
    if (!response.ok) throw new ApiRefusal(response.status, await refusalOf(response))
    return response
  }
  return {
    async call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}) {
      return (await (await answer(endpoint, input)).json()) as Answered<E>
    },
    async bytes(endpoint, input = {}) {
      return new Uint8Array(await (await answer(endpoint, input)).arrayBuffer())
    },
  }
}

/** A client that is signed in. Throws an `ApiRefusal` (LOGIN_FAILED) for a wrong name or password. */
export async function signIn(connection: Connection, username: string, password: string): Promise<ApiClient> {
  const { AccessToken } = await apiClient(connection).call(auth.login, { body: { username, password } })
  return apiClient({ ...connection, token: AccessToken })
}

function requestOf(endpoint: Endpoint, input: CallInput<Endpoint>, url: string, token: string | undefined): Request {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const query = Object.entries(input.query ?? {}).map(([key, value]): [string, string] => [key, String(value)])
  const body = bodyOf(endpoint, input)
  const headers = new Headers()
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  const search = query.length > 0 ? `?${new URLSearchParams(query).toString()}` : ''
  const address = url.replace(/\/+$/, '') + apiPrefix + path + search
  return new Request(address, { method: endpoint.method, headers, ...(body === undefined ? {} : { body }) })
}

function bodyOf({ upload }: Endpoint, { body, file }: CallInput<Endpoint>): string | FormData | undefined {
  if (!upload || !file) return body === undefined ? undefined : JSON.stringify(body)
  const form = new FormData()
  if (upload.json) form.append(upload.json, JSON.stringify(body ?? {}))
  form.append(upload.file, file)
  return form
}

/** A proxy in front of the product may answer as well: then its status is all there is to tell. */
async function refusalOf(response: Response): Promise<Refusal> {
  const text = await response.text()
  try {
    return JSON.parse(text) as Refusal
  } catch {
    return { code: 'NOT_CANVASS', message: `The server answers ${response.status} ${response.statusText}`.trim() }
  }
}
