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
import en from '../../locales/en.json' with { type: 'json' }

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

test('a job says in words of its own which list it was about, as those of the list are not there', () => {
  expect(lists.map(({ path }) => path).filter((path) => !(`jobs.subject.${path}` in en))).toEqual([])
})
