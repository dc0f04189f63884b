import * as z from 'zod/mini'
import { Id, titledFields, titledRow } from './fields.ts'
import { recordFilters } from './filters.ts'
import { resource } from './resource.ts'

export const Subcategory = z.object({ ...titledRow, categoryId: Id, categoryTitle: z.string() })
export type Subcategory = z.output<typeof Subcategory>

export const subcategories = resource({
  path: 'subcategories',
  row: Subcategory,
  fields: z.strictObject({ ...titledFields, categoryId: Id }),
  read: 'subcategories.read',
  write: 'subcategories.write',
  remove: 'subcategories.delete',
  sort: ['title', 'createdAt', 'updatedAt'],
  filters: {
    title: { kind: 'text' },
    categoryId: { kind: 'record', of: 'categories' },
    ...recordFilters,
  },
})
