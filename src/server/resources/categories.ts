import { categories } from '#contract/categories.ts'
import { tableStore } from '../db/table-store.ts'
import { crudRoutes } from '../http/crud.ts'

const store = tableStore('category', categories, { search: ['title'] })
const crud = crudRoutes(categories, store)

export const categoryRoutes = [crud.list, crud.get, crud.create, crud.update, crud.remove, crud.removeMany, crud.export]
