/** The calls of a list that a filter names by its path: `{ kind: 'record', of: 'companies' }`. */
import * as z from 'zod/mini'
import { type Localized, textIn } from '#domain/survey.ts'
import { currentLocale } from '../i18n/locale.ts'
import { type Endpoint, endpoint, list, one } from '#contract/endpoint.ts'

interface RecordCalls {
  list: Endpoint
  get: Endpoint
}

const made = new Map<string, RecordCalls>()

export function recordCalls(of: string): RecordCalls {
  const known = made.get(of)
  if (known) return known
  const shared = { method: 'GET', access: 'session', transaction: 'read', summary: '' } as const
  const row = z.unknown()
  const calls = {
    list: endpoint({ ...shared, path: `/${of}`, reply: list(row) }),
    get: endpoint({ ...shared, path: `/${onePath(of)}/{id}`, reply: one(row) }),
  } as unknown as RecordCalls
  made.set(of, calls)
  return calls
}

/** People are listed by kind, and each is found among all of them. */
function onePath(of: string): string {
  return of.startsWith('users/') ? 'users' : of
}

/** How a record is called: by its title, its name or its text, in the reader's language where it has several. */
export function recordName(record: object | undefined, id: string): string {
  const { title, name, text } = (record ?? {}) as Partial<Record<string, string | Localized>>
  const words = [title, name, text].map((said) => (typeof said === 'object' ? textIn(said, currentLocale()) : said))
  return words.find((said) => said) ?? `#${id}`
}
