/** The standard calls of all reference data; a route of `differing` replaces the standard one of its call. */
import { type Reference, referenceData } from '#contract/reference-data.ts'
import { standardRoutes } from '../records/crud.ts'
import { referenceStore } from './reference-store.ts'
import { siteCategoryList } from './site-categories.ts'

const differing = [siteCategoryList]

export const referenceRoutes = referenceData
  .flatMap((resource: Reference) => standardRoutes(resource, referenceStore(resource)))
  .map((route) => differing.find(({ endpoint }) => endpoint === route.endpoint) ?? route)
