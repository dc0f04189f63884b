/** The calls of a list that a filter names by its path: `{ kind: 'record', of: 'companies' }`. */
import * as z from 'zod/mini'
import { type Endpoint, endpoint, list, one } from '#contract/endpoint.ts'

interface RecordCalls {
  list: Endpoint
  get: Endpoint
}

const made = new Map<string, RecordCalls>()

export function recordCalls(of: string): RecordCalls {
  const known = made.get(of)
  if (known) return known
  const shared = { access: 'session', summary: '' } as const
  const row = z.unknown()
  const calls = {
    list: endpoint({ ...shared, route: `GET /${of}`, reply: list(row) }),
    get: endpoint({ ...shared, route: `GET /${onePath(of)}/{id}`, reply: one(row) }),
  } as unknown as RecordCalls
  made.set(of, calls)
  return calls
}

/** People are listed by kind, and each is found among all of them. */
function onePath(of: string): string {
  return of.startsWith('users/') ? 'users' : of
}
