/** Real interviews as one chain: in through the template, reviewed, corrected, and out again through the download. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { excels } from '#contract/downloads.ts'
import { responseEdits } from '#contract/response-edits.ts'
import { forms, xlsxMime } from '#contract/response-files.ts'
import { responses } from '#contract/responses.ts'
import type { AnswerValue } from '#domain/answers/answers.ts'
import { type ApiClient, apiClient } from '#server/demo/api-client.ts'
import { within } from '#server/demo/within.ts'
import { isBlank } from '#server/excel/cell.ts'
import { readCsv } from '#server/excel/csv.ts'
import { readWorkbook } from '#server/excel/read-workbook.ts'
import { test } from '#server/test/with-app.ts'
import { filledTemplate, publishSurvey, responseOf } from './from-table.ts'
import { inferQuestions } from '#domain/surveys/table-survey.ts'
import { phonesFrom } from './phones.ts'
import { readTable } from './table.ts'

/** Unanswered is blank, and a DATE leaves its time of the day behind: midnight. */
const plain = (text = '') => (text === 'NULL' ? '' : text.replace('T00:00:00Z', ''))
const byKey = (a: readonly unknown[], b: readonly unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1)
const limits = { rows: 200, columns: 100 }

/** By the place of the row: a value of each kind, one that was blank, and one that becomes blank. */
const corrections: [row: number, code: string, value: AnswerValue | null, cell: string][] = [
  [0, 'no_membrs', 5, '5'],
  [0, 'memb_assoc', 'yes', 'yes'],
  [1, 'village', 'Ruaca', 'Ruaca'],
  [2, 'items_owned', ['radio', 'table'], 'radio;table'],
  [3, 'interview_date', '2016-11-18', '2016-11-18'],
  [130, 'affect_conflicts', null, ''],
]

/** Numbers and statuses of all responses, by form key. */
async function readAll(api: ApiClient, surveyId: number) {
  const pages = [1, 2].map((page) =>
    api.call(responses.list, { query: { surveyId: String(surveyId), page, pageSize: 100, sort: 'submittedAt' } }),
  )
  const rows = (await Promise.all(pages)).flatMap(({ list }) => list)
  return new Map(rows.map(({ formKey, id, status }) => [formKey, { id, status }]))
}

/** The cells of a file, by the codes of its columns. */
async function readFiles(api: ApiClient, surveyId: number) {
  const query = { surveyId, values: 'codes', sort: 'submittedAt' } as const
  const xlsx = await readWorkbook(Buffer.from(await api.bytes(excels.download, { query })), ['responses'], limits)
  if ('refusal' in xlsx) throw new Error(xlsx.refusal)
  const [codes = [], labels = [], ...found] = xlsx.workbook.sheets.get('responses') ?? []
  const csv = readCsv(Buffer.from(await api.bytes(excels.download, { query: { ...query, format: 'csv' } })), limits)
  if ('refusal' in csv) throw new Error(csv.refusal)
  const [names = [], ...lines] = csv.rows
  expect([found.length, lines.length, names]).toEqual([131, 131, codes])
  expect(labels[codes.indexOf('formKey')]).toBe('Form key')
  return { codes, found, lines }
}

test('the SAFI interviews go in, are reviewed and corrected, and come out cell by cell', async ({ given, server }) => {
  const { token } = await given.admin()
  const api = apiClient({ url: 'http://canvass', token, send: within(server) })
  const { headers, rows } = readTable(join(import.meta.dirname, '../../test/interviews/SAFI_clean.csv'))
  const keyColumn = headers.indexOf('instanceID')
  const questions = inferQuestions(headers, rows, keyColumn)
  const surveyId = await publishSurvey(api, { title: 'SAFI', amount: '50', currency: 'MZN' }, questions)
  const phones = phonesFrom('+258840000000', rows.length)
  const filled = rows.map((row, index) => responseOf(row, { keyColumn, questions, phone: phones[index] }))
  const workbook = await filledTemplate(api, surveyId, filled)
  const file = new File([Uint8Array.from(workbook)], 'safi.xlsx', { type: xlsxMime })
  await api.call(forms.upload, { params: { surveyId }, file })

  // Each in turn: rejected, returned to be corrected, or approved. A response that was returned is judged again.
  const stored = await readAll(api, surveyId)
  const idOf = (row: number) => stored.get(rows[row]?.[keyColumn] ?? '')?.id ?? 0
  const move = (row: number, formStatus: 'IN_REVIEW' | 'HAS_ISSUES' | 'APPROVED' | 'REJECTED', reason?: string) =>
    api.call(responses.move, { params: { id: idOf(row) }, body: { formStatus, ...(reason ? { reason } : {}) } })
  for (const row of [0, 1, 2, 3]) {
    await move(row, 'IN_REVIEW')
    await move(row, 'HAS_ISSUES', 'Ask again')
  }
  await move(4, 'REJECTED', 'No consent')
  for (const row of [5, 130]) await move(row, 'APPROVED')
  for (const [row, questionId, value] of corrections)
    await api.call(responseEdits.update, {
      params: { id: idOf(row) },
      body: { questionId, value, reason: 'Read from the paper' },
    })
  const statuses = await readAll(api, surveyId)
  const statusOf = (row: number) => statuses.get(rows[row]?.[keyColumn] ?? '')?.status
  // The verdict on one that was not returned holds.
  expect([0, 1, 2, 3, 130].map(statusOf)).toEqual(['EDITED', 'EDITED', 'EDITED', 'EDITED', 'APPROVED'])
  const judge = async (chosen: { ids: number[] } | { filter: object }) =>
    (await api.call(responses.review, { body: { ...chosen, formStatus: 'APPROVED' } })).data
  expect(await judge({ ids: [0, 1, 2, 3].map(idOf) })).toMatchObject({ requested: 4, succeeded: 4 })
  const waiting = { filter: { surveyId: String(surveyId), status: 'RECEIVED' } }
  expect(await judge(waiting)).toMatchObject({ requested: 124, succeeded: 124 })
  const { data: changes } = await api.call(responseEdits.changes, { params: { id: idOf(0) }, query: {} })
  expect(changes.map(({ before, after, reason }) => [before, after, reason])).toEqual([
    [null, 'yes', 'Read from the paper'],
    [3, 5, 'Read from the paper'],
  ])

  const { codes, found, lines } = await readFiles(api, surveyId)
  const corrected = new Map(corrections.map(([row, code, , cell]) => [`${row} ${code}`, cell]))
  const expected = rows.map((row, index) => [
    row[keyColumn],
    phones[index],
    index === 4 ? 'REJECTED' : 'APPROVED',
    ...questions.map(({ column, code }) => corrected.get(`${index} ${code}`) ?? plain(row[column])),
  ])
  const wanted = ['formKey', 'participantPhone', '_status', ...questions.map(({ code }) => code)]
  const cellsOf = (row: readonly unknown[]) =>
    wanted.map((code) => {
      const cell = row[codes.indexOf(code)]
      return isBlank(cell as string) ? '' : cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
    })
  expect(found.map(cellsOf).sort(byKey)).toEqual(expected.sort(byKey))
  expect(lines.map(cellsOf).sort(byKey)).toEqual(expected)
})
