import { sql } from 'kysely'
import { subcategories } from '#contract/subcategories.ts'
import { tableStore } from '../db/table-store.ts'
import { crudRoutes } from '../http/crud.ts'

const categoryTitle = sql`(select title from category where category.id = subcategory.category_id)`
const store = tableStore('subcategory', subcategories, { search: ['title'], derived: { categoryTitle } })
const crud = crudRoutes(subcategories, store)

export const subcategoryRoutes = [
  crud.list,
  crud.get,
  crud.create,
  crud.update,
  crud.remove,
  crud.removeMany,
  crud.export,
]
