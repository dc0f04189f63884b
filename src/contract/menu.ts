/** The menu as the server sends it (seed §7, product.md §2): only what the asker may visit. */
import * as z from 'zod/mini'
import { endpoint, list } from './endpoint.ts'

export const MenuRoute = z.object({
  id: z.string(),
  name: z.string(),
  icon: z.string(),
  route: z.string(),
  /** "-1": a screen, but not in the menu. */
  menuParentId: z.optional(z.string()),
  breadcrumbParentId: z.optional(z.string()),
  zh: z.object({ name: z.string() }),
  'pt-br': z.object({ name: z.string() }),
})
export type MenuRoute = z.output<typeof MenuRoute>

export const menu = {
  routes: endpoint({
    method: 'GET',
    path: '/routes',
    access: 'session',
    transaction: 'read',
    summary: 'The menu entries the asker may visit',
    reply: list(MenuRoute),
  }),
}
