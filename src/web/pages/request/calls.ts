/** The calls of our OpenAPI document, as the console lists, fills in and writes them. Pure. */
import { fillPath, queryText } from '../../api/url.ts'
import { type Fields, sampleOf, type Schema } from './schema.ts'

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: Schema
}

interface Operation {
  summary: string
  tags: readonly string[]
  'x-permission': string | readonly string[]
  parameters: readonly Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

export interface Call {
  /** `GET /surveys/{id}`. */
  id: string
  method: string
  path: string
  summary: string
  group: string
  /** One of these permissions is enough; none: every signed-in user may call. */
  needs: readonly string[]
  parameters: readonly Parameter[]
  json: Schema | undefined
  /** The file part of a multipart body, and the part that holds the JSON beside it. */
  upload: { file: string; json: string | undefined } | undefined
}

/** What a user filled in. */
export interface Draft {
  parameters: Record<string, string>
  json: string
  file: File | undefined
}

export function callsOf({ paths }: OpenApi): Call[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => callOf(method.toUpperCase(), path, operation)),
  )
}

function callOf(method: string, whole: string, operation: Operation): Call {
  const path = whole.replace(/^\/api\/v1(?=\/)/, '')
  const { 'x-permission': access, requestBody, parameters, summary, tags } = operation
  const needs = [access].flat().filter((word) => word !== 'public' && word !== 'session')
  const form = requestBody?.content['multipart/form-data']?.schema.properties
  const [file] = Object.entries(form ?? {}).find(([, { format }]) => format === 'binary') ?? []
  const [part, schema] = Object.entries(form ?? {}).find(([name]) => name !== file) ?? []
  const json = requestBody?.content['application/json']?.schema ?? schema
  const upload = file === undefined ? undefined : { file, json: part }
  return { id: `${method} ${path}`, method, path, summary, group: tags[0] ?? '', needs, parameters, json, upload }
}

/** What a group of calls is called in the language of the page. */
type GroupName = (group: string) => string

/** Calls whose method, path, summary, permission or group has each of the words. */
export function searchCalls(calls: readonly Call[], q: string, nameOf: GroupName): Call[] {
  const words = plain(q).split(/\s+/).filter(Boolean)
  return calls.filter(({ id, summary, needs, group }) => {
    const text = plain([id, summary, nameOf(group), ...needs].join(' '))
    return words.every((word) => text.includes(word))
  })
}

/** Without case and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** In the order of their names. */
export function byGroup(calls: readonly Call[], nameOf: GroupName): { group: string; name: string; of: Call[] }[] {
  const groups = [...Map.groupBy(calls, ({ group }) => group)].map(([group, of]) => ({
    group,
    name: nameOf(group),
    of,
  }))
  return groups.sort((a, b) => a.name.localeCompare(b.name))
}

/** A first page of a list, and an example of the rest that is required. */
export function firstDraft(call: Call): Draft {
  const first: Record<string, string> = { page: '1', pageSize: '10' }
  const parameters = call.parameters.map(({ name, required, schema }) => {
    const value = required ? textSample(schema) : (first[name] ?? '')
    return [name, value]
  })
  return { parameters: Object.fromEntries(parameters), json: bodySample(call, 'required'), file: undefined }
}

function textSample(schema: Schema): string {
  const sample = sampleOf(schema, 'required')
  return typeof sample === 'string' ? sample : JSON.stringify(sample)
}

export function bodySample({ json }: Call, fields: Fields): string {
  return json ? JSON.stringify(sampleOf(json, fields), null, 2) : ''
}

/** Names of the required parameters that are still empty. */
export function missingIn(call: Call, { parameters }: Draft): string[] {
  return call.parameters.filter(({ name, required }) => required && !parameters[name]).map(({ name }) => name)
}

/** Below /api/v1, filled in, with its query. */
export function pathOf(call: Call, { parameters }: Draft): string {
  const of = (place: Parameter['in']) =>
    Object.fromEntries(
      call.parameters.filter((each) => each.in === place).map(({ name }) => [name, parameters[name] ?? '']),
    )
  return fillPath(call.path, of('path')) + queryText(of('query'))
}

/** With a place for the token, which a copied line must not carry. */
export function curlOf(call: Call, draft: Draft, origin: string): string {
  const lines = [
    `curl -X ${call.method} ${quoted(`${origin}/api/v1${pathOf(call, draft)}`)}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...bodyLines(call, draft),
  ]
  return lines.join(' \\\n  ')
}

function bodyLines({ upload, json }: Call, draft: Draft): string[] {
  if (upload && draft.file) {
    const part = upload.json === undefined ? [] : [`--form-string ${quoted(`${upload.json}=${draft.json}`)}`]
    return [...part, `-F ${quoted(`${upload.file}=@${draft.file.name}`)}`]
  }
  return json && draft.json !== '' ? [`-H 'Content-Type: application/json'`, `--data ${quoted(draft.json)}`] : []
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** As the page shows it: indented, and without the token that a sign-in answers. */
export function prettyJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text, withoutToken), null, 2)
  } catch {
    return undefined
  }
}

function withoutToken(name: string, value: unknown): unknown {
  return /^accesstoken$/i.test(name) ? '•••' : value
}
