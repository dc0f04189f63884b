import { pageOf } from '#contract/fields.ts'
import { siteCategories } from '#contract/site-categories.ts'
import { on } from '../http/context.ts'
import { referenceStore } from './reference-store.ts'

const store = referenceStore(siteCategories)

export const siteCategoryList = on(siteCategories.list, async ({ db, query }) => {
  const { rows, total } = await store.list(db, query)
  const { page, pageSize } = pageOf(query)
  return { rows, total, content: rows, currentPage: page - 1, pageSize, totalElements: total }
})
