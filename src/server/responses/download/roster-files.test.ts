/** A household goes in by a workbook, is corrected by another, and comes out again. */
import { expect } from 'vitest'
import { excels } from '#contract/downloads.ts'
import { forms, type WorkbookUpdates } from '#contract/response-files.ts'
import { responses } from '#contract/responses.ts'
import { answerKey, countKey } from '#domain/answers/answer-values.ts'
import { readWorkbook } from '../../excel/read-workbook.ts'
import { refusalOf } from '../../test/given-upload.ts'
import type { SurveySpec } from '../../test/given-survey.ts'
import { test } from '../../test/with-app.ts'
import { type FilledRosters, writeTemplate } from './template.ts'

const household: NonNullable<SurveySpec['sections']> = [
  [{ code: 'plots', type: 'INTEGER', validation: { min: 0, max: 9 } }],
  {
    repeat: { max: 5 },
    asks: [
      { code: 'name', type: 'TEXT', required: true },
      { code: 'age', type: 'INTEGER' },
    ],
  },
  { repeat: { max: 9, countCode: 'plots' }, asks: [{ code: 'crop', type: 'TEXT', required: true }] },
  [{ code: 'together', type: 'INTEGER', calculation: 'sum(age)' }],
]

const members = [
  { formKey: 'f1', _repetition: 1, name: 'Ana', age: 41 },
  { formKey: 'f1', _repetition: 2, name: 'Rui', age: 6 },
]
const plots = [
  { formKey: 'f1', crop: 'maize' },
  { formKey: 'f2', crop: 'beans' },
]

test('a household goes in, is corrected and comes out by workbooks alone', async ({ staff, given }) => {
  const survey = await given.survey({ sections: household })
  const { id: name } = survey.question('name')
  const send = async (rosters: FilledRosters, query: { confirm?: string } = {}) => {
    const rows = [
      { formKey: 'f1', participantPhone: '+258841234567', plots: 1 },
      { formKey: 'f2', participantPhone: '+258841234568', plots: 1 },
    ]
    const bytes = await writeTemplate(survey, 'en', rows, rosters)
    return staff.call(forms.upload, { params: { surveyId: survey.id }, query, file: { name: 'h.xlsx', bytes } })
  }
  expect((await send({ 'Section 2': members, 'Section 3': plots })).data).toMatchObject({ rows: 2, created: 2 })
  const same = { 'Section 2': [members[1] ?? {}, members[0] ?? {}], 'Section 3': [...plots] }
  expect((await send(same)).data).toMatchObject({ created: 0, alreadyThere: 2 })

  const corrected = { ...same, 'Section 2': [{ formKey: 'f1', name: 'Rui', age: 7 }] }
  const refused = await refusalOf(send(corrected))
  const { confirm, updates } = refused.data as WorkbookUpdates
  expect(updates.map(({ changes }) => changes.map(({ question, before, after }) => [question, before, after]))).toEqual(
    [
      [
        [expect.stringMatching(/^s/), 2, 1],
        ['name.1', 'Ana', 'Rui'],
        ['age.1', 41, 7],
        ['name.2', 'Rui', null],
        ['age.2', 6, null],
        ['together', 47, 7],
      ],
    ],
  )
  expect((await send(corrected, { confirm })).data).toMatchObject({ created: 0, updated: 1, alreadyThere: 1 })
  const { list } = await staff.call(responses.list, { query: { surveyId: survey.id, q: 'f1' } })
  const { data } = await staff.call(responses.get, { params: { id: list[0]?.id ?? 0 } })
  const roster = survey.content.sections[1] ?? { id: 0 }
  expect(data.answers).toMatchObject({ [answerKey({ id: name }, 1)]: 'Rui', [countKey(roster)]: 1 })

  const { bytes } = await staff.raw(excels.download, { query: { surveyId: survey.id, values: 'codes' } })
  const read = await readWorkbook(bytes, ['Section 2', 'Section 3'], { rows: 100, columns: 100 })
  if ('refusal' in read) throw new Error(read.refusal)
  expect([...read.workbook.sheets.values()].map((rows) => rows.slice(2))).toEqual([
    [['f1', 1, 'Rui', 7]],
    expect.arrayContaining([
      ['f1', 1, 'maize'],
      ['f2', 1, 'beans'],
    ]),
  ])
})
