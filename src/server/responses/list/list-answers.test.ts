/** Answers of questions whose options are in a file: each reader sees what the chosen rows are called. */
import { expect } from 'vitest'
import { answerColumns } from '#contract/answer-filter.ts'
import { excels } from '#contract/downloads.ts'
import { entry } from '#contract/entry.ts'
import { insight } from '#contract/insight.ts'
import { responses } from '#contract/responses.ts'
import { surveyFiles } from '#contract/survey-files.ts'
import { surveys } from '#contract/surveys.ts'
import { surveyTokens } from '#contract/survey-tokens.ts'
import { readDta, readSav } from '../test/read-statistics.ts'
import { test } from '../../test/with-app.ts'

const villages = Array.from({ length: 5000 }, (_, n) => `v${n},Village ${n}`)
const files = {
  'districts.csv': 'name,label\nd1,Gondola\nd2,Sussundenga\n',
  'villages.csv': ['name,label', ...villages].join('\n'),
}

test('a row chosen from a file has its label on screens, in files, feed and charts', async ({
  staff,
  given,
  server,
}) => {
  const asks = [
    { code: 'district', type: 'SINGLE' as const, list: { file: 'districts.csv' }, filterable: true },
    { code: 'village', type: 'SINGLE' as const, list: { file: 'villages.csv' }, filterable: true },
    { code: 'seen', type: 'MULTIPLE' as const, list: { file: 'villages.csv' } },
  ]
  const { id } = await given.survey({ status: 'DRAFT', sections: [asks], participantRequired: false })
  for (const [name, text] of Object.entries(files))
    await staff.call(surveyFiles.upload, { params: { id }, file: { name, bytes: Buffer.from(text) } })
  await staff.call(surveys.publish, { params: { surveyId: id } })
  const answers = { district: 'd2', village: 'v4321', seen: ['v1', 'v4999'] }
  await staff.call(entry.send, { body: { surveyId: id, answers } })

  const questions = 'district,village,seen'
  const [row] = (await staff.call(responses.list, { query: { surveyId: String(id), questions } })).list
  expect(row?.cells).toEqual({
    ...answers,
    'village.label': ['Village 4321'],
    'seen.label': ['Village 1', 'Village 4999'],
  })
  const { data: columns } = await staff.call(answerColumns, { params: { surveyId: String(id) } })
  expect(columns.questions.map(({ isLong, options }) => [isLong, options.length])).toEqual([
    [false, 2],
    [true, 0],
    [true, 0],
  ])
  const { data: detail } = await staff.call(responses.get, { params: { id: row?.id ?? 0 } })
  const offered = detail.sections.flatMap((section) => section.questions).map((each) => each.answers)
  expect(offered.map((options) => options.map(({ text }) => text['en']))).toEqual([
    ['Sussundenga'],
    ['Village 4321'],
    ['Village 1', 'Village 4999'],
  ])
  expect(detail.files.map(({ name }) => name)).toEqual(Object.keys(files))

  const charts = await staff.call(insight.ofSurvey, { params: { surveyId: id }, query: {} })
  expect(charts.data.questions.map(({ choices }) => choices.map(({ text, n }) => `${text?.['en']} ${n}`))).toEqual([
    ['Gondola 0', 'Sussundenga 1'],
    ['Village 4321 1'],
    ['Village 1 1', 'Village 4999 1'],
  ])
  const made = async (format: 'csv' | 'sav' | 'dta', more = {}) =>
    (await staff.raw(excels.download, { query: { format, surveyId: String(id), ...more } })).bytes
  const codebook = (await made('csv', { codebook: 'only' })).toString()
  expect(codebook.split('\n').length).toBeLessThan(60)
  expect((await made('csv', { multiple: 'options' })).toString()).toContain(
    'Sussundenga,Village 4321,"Village 1;Village 4999"',
  )
  for (const read of [readSav(await made('sav')), readDta(await made('dta'))]) {
    const at = read.findIndex(({ name }) => name === 'village')
    expect(read.slice(at, at + 4).map(({ values: [value], labels }) => [value, labels.size])).toEqual([
      ['v4321', 0],
      ['Village 4321', 0],
      ['v1;v4999', 0],
      ['Village 1;Village 4999', 0],
    ])
  }

  const { data: token } = await staff.call(surveyTokens.create, {
    params: { id },
    body: { kind: 'READ', name: 'Power BI', personal: true },
  })
  const url = `/odata/${id}/Responses?$filter=${encodeURIComponent("village eq 'v4321'")}`
  const feed = await server.inject({ url, headers: { authorization: `Bearer ${token.token}` } })
  expect(feed.json()).toMatchObject({ value: [{ village: 'v4321', village_label: 'Village 4321' }] })
})
