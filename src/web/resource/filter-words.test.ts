import { expect, test } from 'vitest'
import { administrativeUnits } from '#contract/administrative-units.ts'
import { categories } from '#contract/categories.ts'
import { companies } from '#contract/companies.ts'
import type { Filters } from '#contract/filters.ts'
import { issueCategories } from '#contract/issue-categories.ts'
import { siteCategories } from '#contract/site-categories.ts'
import { sites } from '#contract/sites.ts'
import { subcategories } from '#contract/subcategories.ts'
import { surveys } from '#contract/surveys.ts'
import english from '../locales/en.json'

const lists: { path: string; filters: Filters }[] = [
  administrativeUnits,
  categories,
  companies,
  issueCategories,
  siteCategories,
  sites,
  subcategories,
  surveys,
]

test('what the filter bar of a list offers has a name, and so has each of its values', () => {
  const named = lists.flatMap(({ path, filters }) =>
    Object.entries(filters).flatMap(([name, filter]) => [
      `${path}.field.${name}`,
      ...(filter.kind === 'oneOf' ? filter.values.map((value) => `${path}.${name}.${value}`) : []),
    ]),
  )
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((id) => !(id in english))).toEqual([])
})
