import { description, reference, title } from './reference.ts'

export const categories = reference({
  path: 'categories',
  subject: 'category',
  fields: { title, description },
})
