import * as z from 'zod/mini'
import { list } from './endpoint.ts'
import { intText, titledFields, titledRow } from './fields.ts'
import { recordFilters } from './filters.ts'
import { resource } from './resource.ts'

const SiteCategory = z.object(titledRow)

const standard = resource({
  path: 'siteCategories',
  row: SiteCategory,
  fields: z.strictObject(titledFields),
  read: 'siteCategories.read',
  write: 'siteCategories.write',
  remove: 'siteCategories.delete',
  sort: ['title', 'createdAt', 'updatedAt'],
  filters: { title: { kind: 'text' }, ...recordFilters },
})

/** Seed §3: its list is also paged by `currentPage`, counted from 0, and says so in words of its own. */
export const siteCategories = {
  ...standard,
  list: {
    ...standard.list,
    query: z.extend(standard.list.query, { currentPage: z.optional(intText(0, 999_999_998)) }),
    reply: list(
      SiteCategory,
      z.object({
        content: z.array(SiteCategory),
        currentPage: z.int(),
        pageSize: z.int(),
        totalElements: z.int(),
      }),
    ),
  },
}
