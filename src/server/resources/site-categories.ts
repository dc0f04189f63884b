import { pageOf } from '#contract/fields.ts'
import { siteCategories } from '#contract/site-categories.ts'
import { tableStore } from '../db/table-store.ts'
import { on } from '../http/context.ts'
import { crudRoutes } from '../http/crud.ts'

const store = tableStore('site_category', siteCategories, { search: ['title'] })
const crud = crudRoutes(siteCategories, store)

const list = on(siteCategories.list, async ({ db, query }) => {
  const { rows, total } = await store.list(db, query)
  const { page, pageSize } = pageOf(query)
  return { rows, total, content: rows, currentPage: page - 1, pageSize, totalElements: total }
})

export const siteCategoryRoutes = [list, crud.get, crud.create, crud.update, crud.remove, crud.removeMany, crud.export]
