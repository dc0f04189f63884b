/**
 * A client written from the seed's text alone. It sends every field of its forms, fills path parameters from the
 * payload and keeps them in it.
 */
import { expect } from 'vitest'
import type { TestApp } from './with-app.ts'

export type Payload = Record<string, unknown>

export interface Answer {
  statusCode: number
  success: boolean
  message: string
  data: Payload
  list: Payload[] | null
  errors?: unknown
  /** Of a PUT: the fields that were left out. */
  ignored?: string[]
  /** Of a file. */
  bytes?: Uint8Array
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Client = (method: Method, path: string, payload?: Payload | FormData | unknown[]) => Promise<Answer>

export function seedClient({ server }: Pick<TestApp, 'server'>, token?: string): Client {
  return async (method, path, payload = {}) => {
    const isPlain = !Array.isArray(payload) && !(payload instanceof FormData)
    const url = `/api/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => String(isPlain ? payload[name] : ''))}`
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    if (method === 'GET') {
      return read(await server.inject({ method, url, headers, query: payload as Record<string, string> }))
    }
    const body = new Response(payload instanceof FormData ? payload : JSON.stringify(payload))
    headers['content-type'] = body.headers.get('content-type') ?? ''
    if (!(payload instanceof FormData)) headers['content-type'] = 'application/json'
    return read(await server.inject({ method, url, headers, payload: Buffer.from(await body.arrayBuffer()) }))
  }
}

function read({
  statusCode,
  body,
  rawPayload: bytes,
}: {
  statusCode: number
  body: string
  rawPayload: Buffer
}): Answer {
  if (body.startsWith('{')) return JSON.parse(body) as Answer
  return { statusCode, success: statusCode < 400, message: '', data: {}, list: null, bytes }
}

/** Its data, of an answer that says success. */
export function ok({ statusCode, success, message, data, errors }: Answer): Payload {
  const isDone = statusCode === 200 || statusCode === 201
  expect(isDone ? [] : { statusCode, message, errors, data }).toEqual([])
  expect(success).toBe(true)
  return data
}
