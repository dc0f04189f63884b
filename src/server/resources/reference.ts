/** The standard calls of all reference data; a route of `differing` replaces the standard one of its call. */
import { type Reference, referenceData } from '#contract/reference-data.ts'
import type { Route } from '../http/context.ts'
import { standardRoutes } from '../records/crud.ts'
import { referenceStore } from './reference-store.ts'
import { siteCategoryList } from './site-categories.ts'
import { createText, textVersions, updateText } from './texts.ts'

const differing: readonly Route[] = [siteCategoryList, createText, updateText]

const standard = referenceData
  .flatMap((resource: Reference) => standardRoutes(resource, referenceStore(resource)))
  .map((route) => differing.find(({ endpoint }) => endpoint === route.endpoint) ?? route)

export const referenceRoutes = [...standard, textVersions]
