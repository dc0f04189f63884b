/** The menu as the server sends it (seed §7, product.md §2): only what the asker may visit. */
import * as z from 'zod/mini'
import { type FurtherLocale, furtherLocales } from '#domain/text/locale.ts'
import { endpoint, list } from './endpoint.ts'

const Name = z.object({ name: z.string() })

export const MenuRoute = z.object({
  id: z.string(),
  name: z.string(),
  icon: z.string(),
  route: z.string(),
  /** "-1": a screen, but not in the menu. */
  menuParentId: z.optional(z.string()),
  breadcrumbParentId: z.optional(z.string()),
  ...(Object.fromEntries(furtherLocales.map((locale) => [locale, Name])) as Record<FurtherLocale, typeof Name>),
})
export type MenuRoute = z.output<typeof MenuRoute>

export const menu = {
  routes: endpoint({
    route: 'GET /routes',
    access: 'session',
    summary: 'The menu entries the asker may visit',
    reply: list(MenuRoute),
  }),
}
