import { expect, test } from 'vitest'
import { administrativeUnits } from '#contract/administrative-units.ts'
import { answers } from '#contract/answers.ts'
import { categories } from '#contract/categories.ts'
import { companies } from '#contract/companies.ts'
import { issueCategories } from '#contract/issue-categories.ts'
import { questions } from '#contract/questions.ts'
import { sections } from '#contract/sections.ts'
import { siteCategories } from '#contract/site-categories.ts'
import { sites } from '#contract/sites.ts'
import { subcategories } from '#contract/subcategories.ts'
import { surveys } from '#contract/surveys.ts'
import { areaOf } from '../../i18n/areas.ts'
import english from '../../locales/en.json'

const lists = [
  administrativeUnits,
  answers,
  categories,
  companies,
  issueCategories,
  questions,
  sections,
  siteCategories,
  sites,
  subcategories,
  surveys,
]

test('every list that a job may be about has a name, which is there on every screen', () => {
  const names = lists.map(({ path }) => `${path}.title`)
  expect(names.filter((name) => !(name in english) || areaOf(name) !== undefined)).toEqual([])
})
