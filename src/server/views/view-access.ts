/** Which lists there are, by name, and what reading each of them takes: as the routes themselves say. */
import type { Access } from '#contract/endpoint.ts'
import { permissionsOf } from '#contract/endpoint.ts'
import { problem } from '#domain/problems.ts'
import { AppError } from '../errors.ts'
import type { Actor, Route } from '../http/context.ts'

export type ListAccess = ReadonlyMap<string, Access>

/**
 * A list is called by the last word of its path: `sites`, `participants` of `/users/participants`. The rows of one record
 * (`/surveys/{surveyId}/payments`) look like the list of all of them: to read either is enough for its looks.
 */
export function listAccessOf(routes: readonly Route[]): ListAccess {
  const known = new Map<string, Access>()
  for (const { endpoint } of routes) {
    const name = endpoint.path.split('/').at(-1) ?? ''
    const isList = endpoint.method === 'GET' && endpoint.reply.kind === 'list'
    // A search shows the rows of another list.
    if (!isList || name.startsWith('{') || name === 'search') continue
    const other = known.get(name)
    if (other === undefined || String(other) === String(endpoint.access)) known.set(name, endpoint.access)
    else if (endpoint.path.includes('{')) known.set(name, eitherOf(other, endpoint.access))
    else throw new Error(`Two lists are called ${name}`)
  }
  return known
}

function eitherOf(one: Access, other: Access): Access {
  const [first, ...more] = [...permissionsOf(one), ...permissionsOf(other)]
  return first === undefined ? 'session' : [first, ...more]
}

/** VALIDATION_FAILED when there is no such list. `responses-7`: the list as it shows one survey alone. */
export function mayRead(lists: ListAccess, list: string, { permissions }: Pick<Actor, 'permissions'>): boolean {
  const access = lists.get(list.replace(/-\d+$/, ''))
  if (access === undefined) throw new AppError('VALIDATION_FAILED', { errors: [problem('list', 'NOT_ALLOWED')] })
  const needs = permissionsOf(access)
  return needs.length === 0 || needs.some((name) => permissions.has(name))
}
