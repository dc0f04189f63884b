import { menu } from '#contract/menu.ts'
import { on } from '../http/context.ts'
import { menuFor } from './menu.ts'
import { visitGuards } from '../people/roles/permission-store.ts'

export const menuRoutes = [
  on(menu.routes, async ({ actor, db }) => {
    const rows = menuFor(actor.permissions, await visitGuards(db))
    return { rows, total: rows.length }
  }),
]
