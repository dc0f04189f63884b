import { sql } from 'kysely'
import { subcategories } from '#contract/subcategories.ts'
import { tableStore } from '../db/table-store.ts'
import { standardRoutes } from '../http/crud.ts'

const categoryTitle = sql`(select title from category where category.id = subcategory.category_id)`
const store = tableStore('subcategory', subcategories, { search: ['title'], derived: { categoryTitle } })

export const subcategoryRoutes = standardRoutes(subcategories, store)
