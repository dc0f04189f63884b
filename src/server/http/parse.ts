/** Input against the endpoint's shapes: exact types, no unknown keys, all problems of params, query and body at once. */
import type * as z from 'zod/mini'
import { noBody, type Endpoint, type ObjectSchema, type Schema } from '#contract/endpoint.ts'
import { problemsOf } from '#contract/problems.ts'
import { problem, type FieldProblem } from '#domain/problems.ts'
import { AppError } from '../errors.ts'
import { teachingOf } from './teach.ts'

interface Raw {
  params: unknown
  query: unknown
  body: unknown
}

export interface Parsed {
  params: object
  query: object
  body: unknown
  /** What came along of the record and is not set by this call. */
  sent: Readonly<Record<string, unknown>>
}

/** Without it a wrong type could not be told from a missing value. */
const reportInput = { reportInput: true }
const maxDepth = 20

/** The parsed input, or VALIDATION_FAILED. A path that is no id at all is BAD_ID. */
export function parseInput(endpoint: Endpoint, raw: Raw): Parsed {
  const params = endpoint.params.safeParse(raw.params, reportInput)
  if (!params.success) throw new AppError('BAD_ID', { errors: problemsOf(params.error, teachingOf(endpoint.params)) })
  const problems: FieldProblem[] = []
  const named = parametersByName(endpoint, raw.params as Record<string, string>)
  const asked = withoutParameters(endpoint.query, named, raw.query, problems)
  const query = collect(endpoint.query, withoutBlanks(endpoint.query, asked as object), problems)
  const payload = listed(endpoint.body, raw.body)
  const [own, sent] = apart(endpoint, withoutParameters(endpoint.body, named, payload, problems))
  const body =
    (endpoint.body as unknown) === noBody ? emptyBody(own, problems) : collect(endpoint.body, own ?? {}, problems)
  const unfit = unfitText(raw.query, '', 0) ?? unfitText(own, '', 0)
  if (unfit && !problems.some(({ path }) => path === unfit.path)) problems.push(unfit)
  if (problems.length > 0) throw new AppError('VALIDATION_FAILED', { errors: problems })
  return { params: params.data, query: query as object, body, sent }
}

/** The same of the address alone, before there is a body. */
export function parseAddress(endpoint: Endpoint, raw: Omit<Raw, 'body'>): Pick<Parsed, 'params' | 'query'> {
  return parseInput({ ...endpoint, body: noBody }, { ...raw, body: undefined })
}

/** The framework keeps invalid UTF-8 in an address as written: a search would look for the three signs `%ff`. */
export function refuseBrokenQuery(url: string): void {
  const [, query = ''] = url.split('?', 2)
  const broken = query.split('&').filter((pair) => !isDecodable(pair))
  if (broken.length === 0) return
  const errors = broken.map((pair) => problem(pair.split('=', 1)[0] ?? '', 'BAD_CHARACTER'))
  throw new AppError('VALIDATION_FAILED', { errors })
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** An empty value of a word that the call knows is an absent one; any other word is refused, empty or not. */
function withoutBlanks({ shape }: ObjectSchema, query: object): object {
  return Object.fromEntries(Object.entries(query).filter(([key, value]) => value !== '' || !Object.hasOwn(shape, key)))
}

function collect(schema: Schema, value: unknown, problems: FieldProblem[]): unknown {
  const parsed: z.core.util.SafeParseResult<unknown> = schema.safeParse(value, reportInput)
  if (parsed.success) return parsed.data
  problems.push(...problemsOf(parsed.error, teachingOf(schema)))
  return undefined
}

function emptyBody(sent: unknown, problems: FieldProblem[]): undefined {
  if (sent === undefined || sent === null) return undefined
  if (typeof sent !== 'object') problems.push(problem('', 'TYPE'))
  else problems.push(...Object.keys(sent).map((key) => problem(key, 'UNKNOWN_KEY')))
  return undefined
}

/** A bare list is short for `{ ids }`, in each call that takes ids. */
function listed(schema: Schema, payload: unknown): unknown {
  const { shape = {} } = schema as { shape?: object }
  return Array.isArray(payload) && Object.hasOwn(shape, 'ids') ? { ids: payload as unknown[] } : payload
}

/**
 * Product.md §1: path parameters are filled from the payload, so a key equal to the path's is accepted and set aside. A
 * different one is refused, as the caller's intent is unclear.
 */
function withoutParameters(
  schema: Schema,
  named: [name: string, value: string][],
  payload: unknown,
  problems: FieldProblem[],
): unknown {
  if (!isPlainObject(payload)) return payload
  const { shape = {} } = schema as { shape?: object }
  const rest = { ...payload }
  for (const [name, value] of named) {
    if (Object.hasOwn(shape, name) || !Object.hasOwn(rest, name)) continue
    // A path may also name the record by its opaque id.
    if (![rest[name], rest['encodedId']].map(String).includes(value)) problems.push(problem(name, 'NOT_ALLOWED'))
    delete rest[name]
  }
  return rest
}

/** A record that is sent back has its `id` also where the path has another word for it. */
function parametersByName({ ignores }: Endpoint, params: Record<string, string>): [name: string, value: string][] {
  const named = Object.entries(params)
  const [only, ...others] = named
  const alsoId = only && others.length === 0 && only[0] !== 'id' && Object.hasOwn(ignores.shape, 'id')
  return alsoId ? [...named, ['id', only[1]]] : named
}

/** The call's own body, and the fields of its record that it does not set: callers send them back as they read them. */
function apart({ ignores }: Endpoint, body: unknown): [own: unknown, sent: Readonly<Record<string, unknown>>] {
  if (!isPlainObject(body)) return [body, {}]
  const isIgnored = ([key]: [string, unknown]) => Object.hasOwn(ignores.shape, key)
  const fields = Object.entries(body)
  return [
    Object.fromEntries(fields.filter((field) => !isIgnored(field))),
    Object.fromEntries(fields.filter((field) => isIgnored(field))),
  ]
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** PostgreSQL stores no NUL character and no half of a pair. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Finds text that no column can store, and objects nested deeper than any form makes them. */
function unfitText(value: unknown, path: string, depth: number): FieldProblem | undefined {
  if (depth > maxDepth) return problem(path, 'INVALID')
  if (typeof value === 'string') return isStorable(value) ? undefined : problem(path, 'BAD_CHARACTER')
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const here = path === '' ? key : `${path}.${key}`
    const unfit = !isStorable(key) ? problem(path, 'UNKNOWN_KEY') : unfitText(inner, here, depth + 1)
    if (unfit) return unfit
  }
  return undefined
}
