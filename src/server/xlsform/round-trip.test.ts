import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultRating, questionsOf, type SurveyContent } from '#domain/surveys/survey.ts'
import { contentOf } from '#domain/surveys/survey-content.ts'
import { readWorkbook } from '../excel/read-workbook.ts'
import { anyContent, typesOfAnyCode } from '../test/any-content.ts'
import { readForm } from './read-form.ts'
import { Report } from './report.ts'
import { type FormOf, formSheets, writeForm } from './write-form.ts'

const tricky = fc.constantFrom(
  '=1+1',
  '#N/A',
  '_x0041_',
  'two\nlines',
  '"quoted" & <b>',
  "it's",
  '${q1}',
  'ção 日本 😀',
  '007',
)
const oneLine = tricky.filter((text) => !text.includes('\n'))
const codes = fc.constantFrom('a', 'B b', 'b_b', "it's", '"', '01', '=x', 'two  blanks', '多', 'yes', 'no')

/** A rating up to 5 is one without a bound. */
function comparable(content: SurveyContent): SurveyContent {
  const { skips = [] } = content
  const same = contentOf({ ...content, skips })
  for (const { type, validation } of questionsOf(same))
    if (type === 'RATING' && validation.max === defaultRating) delete validation.max
  return same
}

/** The sheets as a reader has them, by way of a file or without one. */
async function back(content: SurveyContent, by: 'rows' | 'file') {
  const form = { title: 'A form', id: 'a1', version: 1, content }
  const report = new Report()
  const sheets =
    by === 'file' ? await throughFile(form) : new Map(formSheets(form).map(({ name, rows }) => [name, rows]))
  return { ...readForm(sheets, { report, fallbackTitle: '' }), remarks: report.remarks }
}

async function throughFile(form: FormOf) {
  const names = ['survey', 'choices', 'settings', 'canvass_skips']
  const result = await readWorkbook(Buffer.from(await writeForm(form)), names, { rows: 5000, columns: 100 })
  if ('refusal' in result) throw new Error(result.refusal)
  return result.workbook.sheets
}

async function comesBack(content: SurveyContent, by: 'rows' | 'file') {
  const read = await back(content, by)
  // A form's own id and version are not those of the survey that it makes.
  const lost = read.remarks.filter(({ verdict }) => verdict === 'WRONG' || verdict === 'LEFT_OUT')
  expect(lost.filter(({ sheet }) => sheet !== 'settings')).toEqual([])
  expect(comparable(read.content)).toEqual(comparable(content))
}

test('a language without a text has a column, and comes back', () => {
  const sections = [{ id: 1, title: { fr: 'Eau' }, position: 1, questions: [] }]
  const form = { title: 'Eau', id: 'a1', version: 1, content: { sections }, languages: ['tet'] }
  const sheets = new Map(formSheets(form).map(({ name, rows }) => [name, rows]))
  expect(sheets.get('survey')?.[0]).toContain('label::Tetum (tet)')
  expect(readForm(sheets, { report: new Report(), fallbackTitle: '' }).languages.toSorted()).toEqual(['fr', 'tet'])
})

test('any survey written as a form and read again is the same survey', async () => {
  const seen = new Set<string>()
  let rosters = 0
  const property = fc.asyncProperty(
    anyContent({ texts: oneLine, codes, rosters: true, paths: true, beginnings: true }),
    async (content) => {
      if (content.sections.some(({ repeat }) => repeat)) rosters += 1
      for (const { type } of questionsOf(content)) seen.add(type)
      await comesBack(content, 'rows')
    },
  )
  await fc.assert(property, { numRuns: 300 })
  expect([...seen].toSorted()).toEqual(typesOfAnyCode.toSorted())
  expect(rosters).toBeGreaterThan(0)
})

test('the file of a form loses nothing of its rows', async () => {
  const property = fc.asyncProperty(anyContent({ texts: oneLine, codes, paths: true }), (content) =>
    comesBack(content, 'file'),
  )
  await fc.assert(property, { numRuns: 15 })
})
