import * as z from 'zod/mini'
import { list } from './endpoint.ts'
import { intText } from './fields.ts'
import { description, reference, title } from './reference.ts'

const standard = reference({
  path: 'siteCategories',
  subject: 'site_category',
  fields: { title, description },
})

const counts = { currentPage: z.int(), pageSize: z.int(), totalElements: z.int() }

/** Seed §3: its list is also paged by `currentPage`, counted from 0, and says so in words of its own. Page 0 is the first. */
export const siteCategories = {
  ...standard,
  list: {
    ...standard.list,
    query: z.extend(standard.list.query, {
      page: z.optional(intText(0, 999_999_999)),
      currentPage: z.optional(intText(0, 999_999_998)),
    }),
    reply: list(standard.row, z.object({ content: z.array(standard.row), ...counts })),
  },
}
