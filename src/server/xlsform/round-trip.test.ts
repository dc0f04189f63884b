import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultRating, questionsOf, questionTypes, type SurveyContent } from '#domain/survey.ts'
import { contentOf } from '#domain/survey-content.ts'
import { readWorkbook } from '../excel/read-workbook.ts'
import { anyContent } from '../test/any-content.ts'
import { readForm } from './read-form.ts'
import { Report } from './report.ts'
import { writeForm } from './write-form.ts'

const tricky = fc.constantFrom('=1+1', '#N/A', '_x0041_', 'two\nlines', '"quoted" & <b>', "it's", '${q1}', 'ção 日本 😀', '007')
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

async function back(content: SurveyContent) {
  const bytes = await writeForm({ title: 'A form', id: 'a1', version: 1, content })
  const names = ['survey', 'choices', 'settings', 'canvass_skips']
  const result = await readWorkbook(Buffer.from(bytes), names, { rows: 5000, columns: 100 })
  if ('refusal' in result) throw new Error(result.refusal)
  const report = new Report()
  return { ...readForm(result.workbook.sheets, { report, fallbackTitle: '' }), remarks: report.remarks }
}

test('any survey written as a form and read again is the same survey', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(anyContent({ texts: oneLine, codes }), async (content) => {
      for (const { type } of questionsOf(content)) seen.add(type)
      const read = await back(content)
      expect(read.remarks.filter(({ verdict }) => verdict === 'WRONG' || verdict === 'LEFT_OUT')).toEqual([])
      expect(comparable(read.content)).toEqual(comparable(content))
    }),
    { numRuns: 150 },
  )
  expect([...seen].toSorted()).toEqual([...questionTypes].toSorted())
})
