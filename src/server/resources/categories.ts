import { categories } from '#contract/categories.ts'
import { tableStore } from '../db/table-store.ts'
import { standardRoutes } from '../http/crud.ts'

const store = tableStore('category', categories, { search: ['title'] })

export const categoryRoutes = standardRoutes(categories, store)
