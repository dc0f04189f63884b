import * as z from 'zod/mini'
import { titledFields, titledRow } from './fields.ts'
import { recordFilters } from './filters.ts'
import { resource } from './resource.ts'

export const Category = z.object(titledRow)

export const categories = resource({
  path: 'categories',
  row: Category,
  fields: z.strictObject(titledFields),
  read: 'categories.read',
  write: 'categories.write',
  remove: 'categories.delete',
  sort: ['title', 'createdAt', 'updatedAt'],
  filters: { title: { kind: 'text' }, ...recordFilters },
})
