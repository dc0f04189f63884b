/** Real interviews go in through the template, and out again through the download. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { excels } from '#contract/downloads.ts'
import { forms, xlsxMime } from '#contract/response-files.ts'
import { apiClient } from '#server/demo/api-client.ts'
import { within } from '#server/demo/within.ts'
import { isBlank } from '#server/excel/cell.ts'
import { readCsv } from '#server/excel/csv.ts'
import { readWorkbook } from '#server/excel/read-workbook.ts'
import { withApp } from '#server/test/with-app.ts'
import { filledTemplate, publishSurvey, responseOf } from './from-table.ts'
import { inferQuestions } from '#domain/table-survey.ts'
import { phonesFrom } from './phones.ts'
import { readTable } from './table.ts'

/** Unanswered is blank, and a DATE leaves its time of the day behind: midnight. */
const plain = (text = '') => (text === 'NULL' ? '' : text.replace('T00:00:00Z', ''))
const byKey = (a: readonly unknown[], b: readonly unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1)
const limits = { rows: 200, columns: 100 }

test(
  'the SAFI interviews come out cell by cell as their CSV has them',
  withApp(async ({ given, server }) => {
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

    const query = { surveyId, values: 'codes', sort: 'submittedAt' }
    const xlsx = await readWorkbook(Buffer.from(await api.bytes(excels.download, { query })), ['responses'], limits)
    if ('refusal' in xlsx) throw new Error(xlsx.refusal)
    const [codes = [], labels = [], ...found] = xlsx.workbook.sheets.get('responses') ?? []
    const csv = readCsv(Buffer.from(await api.bytes(excels.download, { query: { ...query, format: 'csv' } })), limits)
    if ('refusal' in csv) throw new Error(csv.refusal)
    const [names = [], ...lines] = csv.rows
    expect([found.length, lines.length, names]).toEqual([131, 131, codes])
    expect(labels[codes.indexOf('formKey')]).toBe('Form key')

    const expected = rows.map((row, index) => [
      row[keyColumn],
      phones[index],
      ...questions.map(({ column }) => plain(row[column])),
    ])
    const wanted = ['formKey', 'participantPhone', ...questions.map(({ code }) => code)]
    const cellsOf = (row: readonly unknown[]) =>
      wanted.map((code) => {
        const cell = row[codes.indexOf(code)]
        return isBlank(cell as string) ? '' : String(cell)
      })
    expect(found.map(cellsOf).sort(byKey)).toEqual(expected.sort(byKey))
    expect(lines.map(cellsOf).sort(byKey)).toEqual(expected)
  }),
)
