import { lists, maxViews, type View } from '#contract/views.ts'
import { problem } from '#domain/problems.ts'
import { viewRefusal } from '#domain/people/access.ts'
import type { Db } from '../db/pool.ts'
import { AppError, refuse } from '../errors.ts'
import { type Actor, on, type Route } from '../http/context.ts'
import {
  countViews,
  getLooks,
  insertView,
  listViews,
  lockView,
  removeView,
  setLook,
  setSingleKeys,
  updateView,
} from './store.ts'
import { type Access, permissionsOf } from '#contract/endpoint.ts'
/** How people see the lists that `routes` serve. */
export function listRoutes(routes: readonly Route[]): Route[] {
  const known = listAccessOf(routes)
  return [...lookRoutes(known), ...viewRoutes(known)]
}

function lookRoutes(known: ListAccess): Route[] {
  return [
    on(lists.looks, ({ db, actor }) => getLooks(db, actor.id)),

    on(lists.setLook, async ({ db, actor, params: { list }, body, audit }) => {
      mayRead(known, list, actor)
      await setLook(db, actor.id, list, body)
      audit({ action: 'lists.look', subjectType: 'person', subjectId: actor.id, after: { list, look: body } })
      return body
    }),

    on(lists.setKeys, async ({ db, actor, body, audit }) => {
      await setSingleKeys(db, actor.id, body.singleKeys)
      audit({ action: 'lists.keys', subjectType: 'person', subjectId: actor.id, after: body })
      return body
    }),
  ]
}

function viewRoutes(known: ListAccess): Route[] {
  const subjectType = 'list_view'

  /** The view, locked. Another's own, or one of a list that they may not read, is a missing one. */
  async function lockFor(deed: 'change' | 'delete', db: Db, actor: Actor, id: number): Promise<View> {
    const view = await lockView(db, actor.id, id)
    if (!view.mine && !mayRead(known, view.list, actor)) throw new AppError('NOT_FOUND')
    refuse(viewRefusal(actor, view, deed))
    return view
  }

  return [
    on(lists.views, async ({ db, actor, query: { list } }) => {
      const rows = mayRead(known, list, actor) ? await listViews(db, actor.id, list) : []
      return { rows, total: rows.length }
    }),

    on(lists.createView, async ({ db, actor, body, audit }) => {
      if (!mayRead(known, body.list, actor)) throw new AppError('FORBIDDEN', { data: { needs: known.get(body.list) } })
      if ((await countViews(db, actor.id, body.list)) >= maxViews)
        throw new AppError('VALIDATION_FAILED', { errors: [problem('list', 'TOO_MANY', maxViews)] })
      const after = await insertView(db, actor.id, body)
      audit({ action: 'views.create', subjectType, subjectId: after.id, after })
      return after
    }),

    on(lists.updateView, async ({ db, actor, params, body, audit }) => {
      const before = await lockFor('change', db, actor, params.id)
      const { version = before.version, name = before.name, query = before.query, shared = before.shared } = body
      if (version !== before.version) throw new AppError('STALE', { data: before })
      const after = await updateView(db, actor.id, before.id, { name, query, shared })
      audit({ action: 'views.update', subjectType, subjectId: before.id, before, after })
      return after
    }),

    on(lists.removeView, async ({ db, actor, params, audit }) => {
      const before = await lockFor('delete', db, actor, params.id)
      await removeView(db, before.id)
      audit({ action: 'views.delete', subjectType, subjectId: before.id, before })
      return before
    }),
  ]
}

/** Which lists there are, by name, and what reading each of them takes: as the routes themselves say. */
type ListAccess = ReadonlyMap<string, Access>

/**
 * A list is called by the last word of its path: `sites`, `participants` of `/users/participants`. The rows of one record
 * (`/surveys/{surveyId}/payments`) look like the list of all of them: to read either is enough for its looks.
 */
function listAccessOf(routes: readonly Route[]): ListAccess {
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
function mayRead(lists: ListAccess, list: string, { permissions }: Pick<Actor, 'permissions'>): boolean {
  const access = lists.get(list.replace(/-\d+$/, ''))
  if (access === undefined) throw new AppError('VALIDATION_FAILED', { errors: [problem('list', 'NOT_ALLOWED')] })
  const needs = permissionsOf(access)
  return needs.length === 0 || needs.some((name) => permissions.has(name))
}
