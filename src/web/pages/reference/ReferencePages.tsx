/** The screens of all reference data, and what hangs on a record of each. */
import { type ReactNode, Suspense } from 'react'
import type * as z from 'zod/mini'
import { type Reference, referenceData } from '#contract/reference-data.ts'
import { sites } from '#contract/sites.ts'
import { subcategories } from '#contract/subcategories.ts'
import { surveys } from '#contract/surveys.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { Related } from '../../record/RecordScreen.tsx'
import { referenceScreens } from '../../record/reference-screens.tsx'

const TextParts = lazyComponent(async () => (await import('./TextParts.tsx')).TextParts, 'rich')

type RelatedTo = { [R in Reference as R['path']]?: (row: z.output<R['row']>) => ReactNode }

const related: RelatedTo = {
  categories: ({ id }) => (
    <>
      <Related title="subcategories.title" list={subcategories.list} query={{ categoryId: id }} path="/subcategory" />
      <Related title="surveys.title" list={surveys.list} query={{ categoryId: id }} path="/survey" />
    </>
  ),
  subcategories: ({ id }) => (
    <Related title="surveys.title" list={surveys.list} query={{ subcategoryId: id }} path="/survey" />
  ),
  siteCategories: ({ id }) => (
    <Related title="sites.title" list={sites.list} query={{ siteCategoryId: id }} path="/site" />
  ),
  issueCategories: ({ id, appliesTo }) =>
    appliesTo === 'SITE' && (
      <Related title="sites.title" list={sites.list} query={{ issueCategoryId: id }} path="/site" />
    ),
  texts: (text) => (
    <Suspense fallback={<span className="skeleton" />}>
      <TextParts key={text.id} text={text} />
    </Suspense>
  ),
}

type Pages = ReturnType<typeof referenceScreens>

export const referencePages = Object.fromEntries(
  referenceData.map((resource) => [resource.path, referenceScreens(resource, related[resource.path])]),
) as Record<Reference['path'], Pages>
