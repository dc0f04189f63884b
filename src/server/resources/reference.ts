/** The standard calls of all reference data; a route of `differing` replaces the standard one of its call. */
import { type Reference, referenceData } from '#contract/reference-data.ts'
import { type Route, on } from '../http/context.ts'
import { standardRoutes } from '../records/crud.ts'
import { referenceStore } from './reference-store.ts'
import { createText, textVersions, updateText } from './texts.ts'
import { pageOf } from '#contract/fields.ts'
import { siteCategories } from '#contract/site-categories.ts'

const store = referenceStore(siteCategories)

const siteCategoryList = on(siteCategories.list, async ({ db, query }) => {
  const { rows, total } = await store.list(db, query)
  const { page, pageSize } = pageOf(query)
  return { rows, total, content: rows, currentPage: page - 1, pageSize, totalElements: total }
})

const differing: readonly Route[] = [siteCategoryList, createText, updateText]

const standard = referenceData
  .flatMap((resource: Reference) => standardRoutes(resource, referenceStore(resource)))
  .map((route) => differing.find(({ endpoint }) => endpoint === route.endpoint) ?? route)

export const referenceRoutes = [...standard, textVersions]
