import * as z from 'zod/mini'
import { optionalText, recordFields, text } from './fields.ts'
import { recordFilters } from './filters.ts'
import { resource } from './resource.ts'

export const CategoryFields = z.strictObject({ title: text(200), description: optionalText(2000) })

export const Category = z.object({
  ...recordFields,
  title: z.string(),
  description: z.nullable(z.string()),
})

export const categories = resource({
  path: 'categories',
  row: Category,
  fields: CategoryFields,
  read: 'categories.read',
  write: 'categories.write',
  remove: 'categories.delete',
  sort: ['title', 'createdAt', 'updatedAt'],
  filters: { title: { kind: 'text' }, ...recordFilters },
})
