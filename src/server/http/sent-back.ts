/**
 * Records that callers send back as they read them: a PUT takes the fields that it does not set and leaves them out. Where
 * one of them says something else than the record, the answer names it; a call that says nothing else is refused.
 */
import { isDeepStrictEqual } from 'node:util'
import type { ObjectSchema } from '#contract/endpoint.ts'
import { type FieldProblem, problem } from '#domain/problems.ts'
import { AppError } from '../errors.ts'
import type { Context, Route } from './context.ts'
import { isPlainObject } from './parse.ts'
import { admissionRefusal } from './session.ts'

export interface SentBack {
  /** The call by which the record is read. */
  read: Route
  /** What sets a field: another call, another field, or nothing (null); undefined where it follows from other records. */
  setBy: (field: string) => string | null | undefined
}

/** Of a PUT: how its record is read, and which calls set what it does not. */
export function sentBackBy(routes: readonly Route[], { endpoint }: Route): SentBack | undefined {
  if (endpoint.method !== 'PUT' || Object.keys(endpoint.ignores.shape).length === 0) return undefined
  const read = routes.find((route) => route.endpoint.method === 'GET' && route.endpoint.path === readBy(endpoint))
  if (!read) return undefined
  const others = routes.filter(
    (route) => route.endpoint.method === 'PUT' && readBy(route.endpoint) === readBy(endpoint),
  )
  const known: Readonly<Record<string, string | null>> = { createdAt: null, ...read.endpoint.setBy }
  return {
    read,
    setBy(field) {
      if (Object.hasOwn(known, field)) return known[field]
      const other = others.find((route) => Object.hasOwn((route.endpoint.body as ObjectSchema).shape, field))
      return other && `PUT ${other.endpoint.path}`
    },
  }
}

function readBy({ path, readBy: other = path }: Route['endpoint']): string {
  return other
}

/** The names of what was sent along and says something else than the record, as its caller reads it. */
export async function leftOut(
  { read }: SentBack,
  context: Context<Route['endpoint']>,
  sent: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const names = Object.keys(sent)
  if (names.length === 0 || admissionRefusal(read.endpoint, context.actor)) return []
  const { params, reply } = read.endpoint
  const values = Object.values(context.params)
  const named = Object.fromEntries(Object.keys(params.shape).map((name, place) => [name, values[place]]))
  try {
    const record = await read.handle({ ...context, params: named, query: {}, body: undefined })
    const shown = reply.kind === 'one' ? reply.data.safeParse(record).data : undefined
    const stored = JSON.parse(JSON.stringify(shown ?? record)) as Record<string, unknown>
    return names.filter((name) => !agrees(sent[name], stored[name]))
  } catch (error) {
    // A record that the caller cannot read: the call itself says why.
    if (error instanceof AppError) return []
    throw error
  }
}

/** Whether a part of a record says the same: a caller need not send all the fields of its parts. */
function agrees(sent: unknown, stored: unknown): boolean {
  if (Array.isArray(sent) && Array.isArray(stored))
    return sent.length === stored.length && sent.every((each, place) => agrees(each, stored[place]))
  if (!isPlainObject(sent) || !isPlainObject(stored)) return isDeepStrictEqual(sent, stored ?? null)
  return Object.entries(sent).every(([name, value]) => agrees(value, stored[name]))
}

/** Why a call that changes nothing is refused: it asks for changes that other calls make. */
export function refuseLeftOut({ setBy }: SentBack, names: readonly string[]): void {
  const errors = names.flatMap((name): FieldProblem[] => {
    const other = setBy(name)
    if (other === undefined) return []
    return [other === null ? problem(name, 'SET_BY_NOTHING') : { ...problem(name, 'SET_ELSEWHERE'), names: other }]
  })
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors })
}
