import { expect, test } from 'vitest'
import { administrativeUnits } from '#contract/administrative-units.ts'
import { answers } from '#contract/answers.ts'
import { companies } from '#contract/companies.ts'
import { readTexts } from '#words/texts.ts'
import { questions } from '#contract/questions.ts'
import { referenceData } from '#contract/reference-data.ts'
import { sections } from '#contract/sections.ts'
import { sites } from '#contract/sites.ts'
import { surveys } from '#contract/surveys.ts'
import { areaOf } from '../i18n/areas.ts'

const texts = readTexts('en')
const lists = [administrativeUnits, answers, companies, questions, ...referenceData, sections, sites, surveys]

test('every list that a job may be about has a name, which is there on every screen', () => {
  const names = lists.map(({ path }) => `${path}.title`)
  expect(names.filter((name) => !(name in texts) || areaOf(name) !== undefined)).toEqual([])
})
