/**
 * What each call is called in generated clients: a verb and a noun, out of its route. An id never changes once it is out:
 * a kept list of them all notices (`server/openapi/operation-ids.txt`).
 */
import type { Endpoint } from './endpoint.ts'
import rows from './operation-ids.json' with { type: 'json' }

/** Last words of a path that say what is done to what is named before them. */
const verbs =
  /^(?:(?:bulk|change|validate)-[a-z]+|assign|cancel|close|confirm|correct|decide|delete|dismiss|duplicate|export|find|give|import|invite|preview|publish|reauthenticate|recall|refuse|reopen|reorder|replay|reset|resolve|restore|retry|reverse|revise|sample|search|start|test|undo|upload|verify|withdraw)$/

/** First words that say where a call is, not what of. */
const places = new Set(['account', 'auth', 'users'])

/** Words of paths that are no nouns of their own. */
const nouns: Readonly<Record<string, string>> = {
  float: 'float-requests',
  routes: 'menu-routes',
  participant: 'participants',
  'now.json': 'now',
  'openapi.json': 'openapi',
}

/** Routes whose words do not say it, as some of the seed's. */
export const exceptions: Readonly<Record<string, string>> = rows

/** `listCompanies`, `getCompany`, `createCompany`, `publishSurvey`, `deleteCompanies`. */
export function operationId(call: Pick<Endpoint, 'method' | 'path' | 'reply' | 'upload'>): string {
  const { method, path } = call
  const all = path.split('/').slice(1)
  const [place = '', next = ''] = all
  const isInside = places.has(place) && /^\w/.test(next) && (place === 'auth' || !verbs.test(next))
  const segments = isInside ? all.slice(1) : all
  const last = segments.at(-1) ?? ''
  const isVerb = verbs.test(last)
  const named = (isVerb ? segments.slice(0, -1) : segments).map((segment) => nouns[segment] ?? segment)
  const words = named.map((segment, at) => {
    if (segment.startsWith('{')) return ''
    const isOneOf = named[at + 1] !== undefined || (method === 'POST' && !isVerb)
    return camel(`-${isOneOf ? singular(segment) : segment}`)
  })
  return exceptions[`${method} ${path}`] ?? (isVerb ? camel(last) : verbOf(call)) + words.join('')
}

function verbOf({ method, reply, upload }: Pick<Endpoint, 'method' | 'reply' | 'upload'>): string {
  if (method === 'GET') return { list: 'list', file: 'download', one: 'get', fields: 'get' }[reply.kind]
  return { POST: upload?.required ? 'upload' : 'create', PUT: 'update', DELETE: 'delete' }[method]
}

function camel(words: string): string {
  return words.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** `category` of `categories`. */
export function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
}
