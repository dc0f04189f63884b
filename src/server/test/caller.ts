/** Calls endpoints of the app as a client would, through its real HTTP stack, and holds each answer to the contract. */
import type { FastifyInstance } from 'fastify'
import type { Answered, Endpoint } from '#contract/endpoint.ts'
import { apiPrefix } from '../http/dispatch.ts'
import { envelopeSchema } from '../http/envelope.ts'

export interface CallInput {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: unknown
  headers?: Record<string, string>
  /** Sent as multipart, beside the JSON part when the endpoint has one. */
  file?: { name: string; bytes: Uint8Array; type?: string }
}

interface RawAnswer {
  status: number
  headers: Record<string, unknown>
  bytes: Buffer
}

export interface Caller {
  /** The parsed envelope; throws a Refused for any error status. */
  call<E extends Endpoint>(endpoint: E, input?: CallInput): Promise<Answered<E>>
  /** The answer as it came, for files and for looking at headers. */
  raw(endpoint: Endpoint, input?: CallInput): Promise<RawAnswer>
}

interface Refusal {
  code: string
  message: string
  errors?: { path: string; code: string; message: string }[]
  data?: unknown
}

/** The refusal of the server; tests match on `code`. Its message is for the reader of a failed test. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly errors: { path: string; code: string }[]
  readonly data: unknown

  constructor(status: number, { code, message, errors = [], data }: Refusal) {
    const problems = errors.map((error) => `${error.path}: ${error.code} ${error.message}`)
    // The rows of a refused file; some refusals carry a whole record.
    const facts = data ? [JSON.stringify(data).slice(0, 2000)] : []
    super([`${status} ${code}: ${message}`, ...problems, ...facts].join('\n  '))
    this.status = status
    this.code = code
    this.errors = errors
    this.data = data
  }
}

export function caller(server: FastifyInstance, token: string | undefined): Caller {
  async function raw(endpoint: Endpoint, input: CallInput = {}): Promise<RawAnswer> {
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(input.params?.[name])),
    )
    const payload = payloadOf(endpoint, input)
    const response = await server.inject({
      method: endpoint.method,
      url: apiPrefix + path,
      query: textValues(input.query ?? {}),
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...payload.headers, ...input.headers },
      ...(payload.body === undefined ? {} : { payload: payload.body }),
    })
    return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
  }

  return {
    raw,
    async call<E extends Endpoint>(endpoint: E, input?: CallInput) {
      const { status, bytes } = await raw(endpoint, input)
      const body: unknown = JSON.parse(bytes.toString('utf8'))
      if (status >= 400) throw new Refused(status, body as Refusal)
      const schema = envelopeSchema(endpoint)
      return (schema ? schema.parse(body) : body) as Answered<E>
    },
  }
}

function textValues(query: Record<string, string | number | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  )
}

function payloadOf(
  { upload }: Endpoint,
  { body, file }: CallInput,
): { headers: Record<string, string>; body?: Buffer } {
  if (!file) {
    if (body === undefined) return { headers: {} }
    return { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) }
  }
  const boundary = 'canvass-test-boundary'
  const json = upload?.json
  const parts = [
    ...(json && body !== undefined
      ? [
          Buffer.from(
            `--${boundary}\r\ncontent-disposition: form-data; name="${json}"\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(body)}\r\n`,
          ),
        ]
      : []),
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${upload?.file ?? 'file'}"; filename="${file.name}"\r\ncontent-type: ${file.type ?? 'application/octet-stream'}\r\n\r\n`,
    ),
    Buffer.from(file.bytes),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body: Buffer.concat(parts) }
}
