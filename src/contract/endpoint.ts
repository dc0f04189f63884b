/**
 * The API as data. An endpoint describes its whole call: method, path, callers, input, output and the transaction it
 * runs in. The server dispatches from it, the page calls by it, OpenAPI is generated from it.
 */
import * as z from 'zod/mini'
import type { PermissionName } from '#domain/people/permissions.ts'
import type { TokenKind } from '#domain/surveys/survey-token.ts'
import { idText } from './fields.ts'
import { surveyRef } from './survey-ref.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may call: anybody, signed-in users, holders of one permission, or holders of any of several. Of several, the rows that
 * are met decide which permission it takes. Always written out.
 */
export type Access = 'public' | 'session' | PermissionName | readonly [PermissionName, ...PermissionName[]]

/** The permissions of which an access word asks one; none for calls that everybody or everybody signed in may make. */
export function permissionsOf(access: Access): readonly PermissionName[] {
  if (access === 'public' || access === 'session') return []
  return typeof access === 'string' ? [access] : access
}

/**
 * `write`: the handler runs inside one transaction, with its audit rows and idempotency key. `read`: no transaction.
 * `none`: the handler first does slow work (files, password hashes) and opens the transaction itself by `write(...)`.
 */
export type TransactionMode = 'write' | 'read' | 'none'

/**
 * `OF_STAFF`: the call may change what other people may do, or decides on it; such calls come one after the other.
 * `OF_CALLER`: it ends sessions of its caller alone. Both wait for the writes under way of each person who loses a right.
 */
export type RightsChange = 'OF_STAFF' | 'OF_CALLER'

export type ObjectSchema = z.ZodMiniObject
export type Schema = z.ZodMiniType

/** A multipart body: an optional JSON part, which is the call's `body`, beside one file. */
export interface Upload {
  /** Name of the JSON part; absent when the file comes alone. */
  json?: string
  /** Name of the file part. */
  file: string
  maxBytes: number
  required: boolean
}

export type Reply =
  /** `data` holds one record. */
  | { kind: 'one'; data: Schema }
  /** `data` and `list` hold the same rows; `extra` fields are beside the envelope. */
  | { kind: 'list'; row: Schema; extra?: ObjectSchema }
  /** The named fields are beside the envelope, `data` holds the same (product.md §1). */
  | { kind: 'fields'; fields: ObjectSchema }
  /** A file or a document, without the envelope. */
  | { kind: 'file'; mime: string }

export interface Endpoint<
  P extends ObjectSchema = ObjectSchema,
  Q extends ObjectSchema = ObjectSchema,
  B extends Schema = Schema,
  R extends Reply = Reply,
> {
  method: Method
  /** Below /api/v1, with `{name}` parameters: `/companies/{id}`. */
  path: string
  access: Access
  transaction: TransactionMode
  summary: string
  /** What has happened, to callers who show the answer's `message`; `http/envelope.ts` has a word for each kind of call. */
  done?: string
  params: P
  query: Q
  body: B
  /** Body fields that the call takes without reading them: those of its record that it does not set. */
  ignores: ObjectSchema
  /** The path of the call by which callers read that record, where it is another than this one's. */
  readBy?: string
  /** Of a record that is read: what sets the fields that no other call takes in its body; null where nothing does. */
  setBy?: Readonly<Record<string, string | null>>
  reply: R
  /** Status of success, 200 unless said. */
  status: number
  /** Status of an answer with a `jobId`: the job does the work. */
  later?: 202
  upload?: Upload
  /** The answer carries a secret: it is never stored for an Idempotency-Key. */
  secret?: boolean
  /** Also open to users who must first choose their own password. */
  beforePasswordChange?: boolean
  /** So is what is open before that; also open to users who must first set up a second factor. */
  beforeFactor?: boolean
  changesRights?: RightsChange
  /** It changes unfinished work of its caller alone, again and again: not each time is on the trail. */
  ofCallerAlone?: boolean
  /** A token of these kinds may make the call too, for its own survey. */
  tokens?: readonly TokenKind[]
  /** The token of a person's app may make the call too, with the rights of the person. */
  takesApps?: boolean
  /** Pages make the call without their user: it does not prolong the session. */
  byItself?: boolean
}

export const noFields = z.strictObject({})
export const noBody = z.undefined()
type NoFields = typeof noFields
type NoBody = typeof noBody

type Derived = 'method' | 'path' | 'transaction' | 'params' | 'query' | 'body' | 'ignores' | 'reply' | 'status'

type Route = `${Method} /${string}`
type NamesIn<R extends string> = R extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type SurveyIn<R extends Route> = R extends `${Method} /surveys/{id}${string}` ? 'id' : 'surveyId'
type ParamsIn<R extends Route> = z.ZodMiniObject<
  { [Name in NamesIn<R>]: ReturnType<Name extends SurveyIn<R> ? typeof surveyRef : typeof idText> },
  z.core.$strict
>

interface EndpointSpec<To, P, Q, B, R> extends Omit<Endpoint, Derived> {
  /** `GET /companies/{id}`, below /api/v1. */
  route: To
  /** Said where it differs: a GET reads, a call with a file or a job has none, all others write. */
  transaction?: TransactionMode
  /** Said where a `{name}` of the path is no number. `{surveyId}` and `/surveys/{id}` take both ids of a survey. */
  params?: P
  query?: Q
  body?: B
  /** The record as callers read it: they may send it back whole. */
  sentBack?: ObjectSchema
  reply: R
  status?: number
}

/** Declares one call. A missing part takes nothing: no query, no body. */
export function endpoint<
  R extends Reply,
  To extends Route,
  P extends ObjectSchema = ParamsIn<To>,
  Q extends ObjectSchema = NoFields,
  B extends Schema = NoBody,
>(spec: EndpointSpec<To, P, Q, B, R>): Endpoint<P, Q, B, R> {
  const { route, query = noFields, body = noBody, status = 200, sentBack = noFields, ...rest } = spec
  const [method, path] = route.split(' ') as [Method, string]
  const { params = paramsIn(path) } = spec
  const { transaction = method === 'GET' ? 'read' : spec.upload || spec.later ? 'none' : 'write' } = spec
  const ignores = notSetBy(body, sentBack)
  const parts = { params: params as P, query: query as Q, body: body as B, ignores }
  return { ...rest, method, path, transaction, status, ...parts }
}

function paramsIn(path: string): ObjectSchema {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  const survey = path.startsWith('/surveys/{id}') ? 'id' : 'surveyId'
  return z.strictObject(Object.fromEntries(names.map((name) => [name, name === survey ? surveyRef() : idText()])))
}

/** The same call, whose record callers read with more fields. */
export function sendingBack<E extends Endpoint>(entry: E, record: ObjectSchema): E {
  return { ...entry, ignores: notSetBy(entry.body, record) }
}

/** The fields of a record that a body does not set. */
function notSetBy(body: Schema, record: ObjectSchema): ObjectSchema {
  const { shape = {} } = body as { shape?: object }
  const others = Object.entries(record.shape as Record<string, Schema>).filter(([name]) => !Object.hasOwn(shape, name))
  return z.object(Object.fromEntries(others))
}

export function one<S extends Schema>(data: S): { kind: 'one'; data: S } {
  return { kind: 'one', data }
}

export function list<S extends Schema>(row: S): { kind: 'list'; row: S }
export function list<S extends Schema, X extends ObjectSchema>(row: S, extra: X): { kind: 'list'; row: S; extra: X }
export function list(row: Schema, extra?: ObjectSchema): Reply {
  return extra ? { kind: 'list', row, extra } : { kind: 'list', row }
}

export function fields<X extends ObjectSchema>(shape: X): { kind: 'fields'; fields: X } {
  return { kind: 'fields', fields: shape }
}

export function file(mime: string): { kind: 'file'; mime: string } {
  return { kind: 'file', mime }
}

/** The content of a file reply: the bytes and the name under which the browser saves them. */
export interface FileReply {
  name: string
  mime: string
  disposition: 'attachment' | 'inline'
  bytes: Uint8Array | AsyncIterable<Uint8Array>
  /** Of bytes that are read as they are sent, where it is known: a download that was cut is noticed by it. */
  length?: number
}

/** The result of a handler for an endpoint; dispatch wraps it in the envelope. */
export type Answer<E> = E extends { reply: infer R }
  ? R extends { kind: 'one'; data: infer D extends Schema }
    ? z.output<D>
    : R extends { kind: 'list'; row: infer S extends Schema; extra: infer X extends ObjectSchema }
      ? { rows: z.output<S>[]; total: number } & z.output<X>
      : R extends { kind: 'list'; row: infer S extends Schema }
        ? { rows: z.output<S>[]; total: number }
        : R extends { kind: 'fields'; fields: infer X extends ObjectSchema }
          ? z.output<X>
          : FileReply
  : never

/** The JSON answer of an endpoint as the page gets it. */
export interface Envelope<Data> {
  success: boolean
  message: string
  statusCode: number
  data: Data
}

export interface Pagination {
  current: number
  pageSize: number
  total: number
}

export type Answered<E> = E extends { reply: infer R }
  ? R extends { kind: 'one'; data: infer D extends Schema }
    ? Envelope<z.output<D>>
    : R extends { kind: 'list'; row: infer S extends Schema; extra: infer X extends ObjectSchema }
      ? ListEnvelope<z.output<S>> & z.output<X>
      : R extends { kind: 'list'; row: infer S extends Schema }
        ? ListEnvelope<z.output<S>>
        : R extends { kind: 'fields'; fields: infer X extends ObjectSchema }
          ? Envelope<z.output<X>> & z.output<X>
          : never
  : never

export interface ListEnvelope<Row> extends Envelope<Row[]> {
  list: Row[]
  total: number
  pagination: Pagination
}
