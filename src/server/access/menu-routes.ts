import { menu } from '#contract/routes.ts'
import { on } from '../http/context.ts'
import { menuFor } from './menu.ts'

export const menuRoutes = [
  on(menu.routes, ({ actor }) => {
    const rows = menuFor(actor.permissions)
    return Promise.resolve({ rows, total: rows.length })
  }),
]
