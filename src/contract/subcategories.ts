import * as z from 'zod/mini'
import { Id, optionalText, recordFields, text } from './fields.ts'
import { recordFilters } from './filters.ts'
import { resource } from './resource.ts'

const SubcategoryFields = z.strictObject({ title: text(200), categoryId: Id, description: optionalText(2000) })

export const Subcategory = z.object({
  ...recordFields,
  title: z.string(),
  categoryId: Id,
  categoryTitle: z.string(),
  description: z.nullable(z.string()),
})
export type Subcategory = z.output<typeof Subcategory>

export const subcategories = resource({
  path: 'subcategories',
  row: Subcategory,
  fields: SubcategoryFields,
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
