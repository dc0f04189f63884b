import { categories } from './categories.ts'
import { description, record, reference, title } from './reference.ts'

export const subcategories = reference({
  path: 'subcategories',
  subject: 'subcategory',
  fields: { title, categoryId: record(categories, 'category'), description },
})
