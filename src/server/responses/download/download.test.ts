import { readXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'
import { type DownloadOrder, excels } from '#contract/downloads.ts'
import { questions } from '#contract/questions.ts'
import { answers } from '#contract/answers.ts'
import { surveys } from '#contract/surveys.ts'
import type { PermissionName } from '#domain/people/permissions.ts'
import { jobKinds } from '../../app.ts'
import { readCsv } from '../../excel/csv.ts'
import { givenWorker, untilState } from '../../jobs/test/given-job.ts'
import type { Caller } from '../../test/caller.ts'
import { readExport } from '../../test/read-export.ts'
import { test } from '../../test/with-app.ts'

const limits = { rows: 1000, columns: 100 }
type Words = { [K in keyof DownloadOrder]?: string | number }

/** The rows of a CSV of codes, by column. */
async function rowsOf(staff: Caller, query: Words): Promise<Record<string, string>[]> {
  const { status, bytes } = await staff.raw(excels.download, { query: { format: 'csv', values: 'codes', ...query } })
  if (status !== 200) throw new Error(bytes.toString('utf8'))
  const read = readCsv(bytes, limits)
  if ('refusal' in read) throw new Error(read.refusal)
  const [codes = [], ...rows] = read.rows
  return rows.map((row) => Object.fromEntries(row.map((cell, index) => [codes[index], cell])))
}

test('a file has the rows of the list under the same filter, pilots apart', async ({ staff, given, sql }) => {
  const survey = await given.survey({ title: 'Água: 2024/25' })
  await given.responses(survey, 2, { submittedAt: '2025-06-01T08:00:00Z' })
  const approved = await given.responses(survey, 3, { submittedAt: '2025-06-02T08:00:00Z', status: 'APPROVED' })
  const [pilot] = await given.responses(survey, 1, { submittedAt: '2025-06-03T08:00:00Z' })
  await given.responses(await given.survey(), 1)
  await sql.owner.query(`update form set is_pilot = true where id = $1`, [pilot?.id])
  const { encodedId } = survey
  expect(await rowsOf(staff, { surveyId: survey.id })).toHaveLength(5)
  const keys = async (query: Words) => (await rowsOf(staff, { encodedId, ...query })).map(({ formKey }) => formKey)
  expect(await keys({ status: 'APPROVED', sort: 'submittedAt' })).toEqual(approved.map(({ formKey }) => formKey))
  expect(await keys({ from: '2025-06-02', q: approved[1]?.formKey ?? '' })).toEqual([approved[1]?.formKey])
  expect(await keys({ isPilot: 'true' })).toEqual([pilot?.formKey])
  const { headers } = await staff.raw(excels.download, { query: { encodedId } })
  expect(headers['content-disposition']).toMatch(/filename\*=UTF-8''%C3%81gua%202024%2025%20\d{4}-\d\d-\d\d\.xlsx$/)
})

test('without a survey a workbook has a sheet for each survey that the caller exports', async ({ given, as, sql }) => {
  const person = await given.admin({ permissions: ['responses.export'] })
  const open = await given.survey({ title: 'Wells: a/b' })
  const [other, seen] = [await given.survey(), await given.survey()]
  const [response] = await given.responses(open, 1)
  await given.responses(seen, 1)
  for (const [{ id }, right] of [
    [open, 'EXPORT'],
    [other, 'EXPORT'],
    [seen, 'VIEW'],
  ] as const)
    await sql.owner.query(
      `insert into access_grant (survey_id, subject_type, subject_id, access_right) values ($1, 'USER', $2, $3)`,
      [id, person.id, right],
    )
  const { bytes, status } = await as(person).raw(excels.download, { query: { values: 'codes' } })
  expect(status).toBe(200)
  const { sheets } = await readXlsx(bytes)
  expect(sheets.map(({ name }) => name)).toEqual([
    `${open.id} Wells a b`,
    expect.stringMatching(new RegExp(`^${other.id} `)),
  ])
  const [[codes = [], , row = []] = [], [, , ...none] = []] = sheets.map(({ rows }) => rows)
  expect(row[codes.indexOf('formKey')]).toBe(response?.formKey)
  expect(codes).toContain('visited')
  expect(none).toEqual([])
  const nobody = as(await given.admin({ permissions: ['responses.export'] }))
  const empty = await readXlsx((await nobody.raw(excels.download, { query: {} })).bytes)
  expect(empty.sheets.map(({ rows }) => rows.length)).toEqual([2])
})

const sight: [who: string, permissions: PermissionName[], sees: 'ALL' | 'PHONE' | 'NOTHING'][] = [
  ['somebody who reads personal answers', ['responses.export', 'responses.personal'], 'ALL'],
  ['somebody who pays', ['responses.export', 'payments.viewPhone'], 'PHONE'],
  ['somebody who only exports', ['responses.export'], 'NOTHING'],
]

test.for(sight)('phones and personal columns as %s sees them', async ([_, permissions, sees], { given, as }) => {
  const staff = as(await given.admin({ permissions: [...permissions, 'surveys.all'] }))
  const survey = await given.survey()
  const [response] = await given.responses(survey, 1)
  const phone = response?.phone ?? ''
  const [row = {}] = await rowsOf(staff, { surveyId: survey.id })
  const masked = `${phone.slice(0, 4)}•••••••${phone.slice(-2)}`
  expect([row['participantPhone'], 'name' in row]).toEqual([sees === 'NOTHING' ? masked : phone, sees === 'ALL'])
  expect(row['visited']).toBe('2024-02-29')
  const codebook = await rowsOf(staff, { surveyId: survey.id, codebook: 'true' })
  expect(codebook.some(({ Variable }) => Variable === 'name')).toBe(sees === 'ALL')
})

test('all versions share their columns, in the words and labels of the newest', async ({ staff, given }) => {
  const survey = await given.survey()
  await given.responses(survey, 1, { answers: { [survey.question('village').id]: 'god' } })
  const { id, options } = survey.question('village')
  await staff.call(questions.update, { params: { id }, body: { text: { en: 'Which village?' } } })
  await staff.call(answers.update, { params: { id: options['god'] ?? 0 }, body: { text: { en: 'Godo' } } })
  const [section] = survey.content.sections
  const { data: added } = await staff.call(questions.create, {
    body: { sectionId: section?.id ?? 0, code: 'rooms', text: 'Rooms', type: 'INTEGER' },
  })
  await staff.call(surveys.publish, { params: { surveyId: survey.id } })
  const more = { [id]: 'ruaca', [added.id]: 4 }
  await given.responses({ ...survey, version: 2 }, 1, { answers: more })
  const rows = await rowsOf(staff, { surveyId: survey.id, sort: 'submittedAt', values: 'labels' })
  expect(rows.map((row) => [row['Survey version'], row['Which village?'], row['Rooms']])).toEqual([
    ['1', 'Godo', ''],
    ['2', 'Option ruaca', '4'],
  ])
  const codebook = await rowsOf(staff, { surveyId: survey.id, codebook: 'true' })
  expect(codebook.filter(({ Variable }) => Variable === 'rooms')).toMatchObject([
    { Type: 'INTEGER', 'First version': '2', 'Last version': '2' },
  ])
})

test('a job makes the same file where the rows exceed what one download may hold', async ({ app }) => {
  const { given, as, services } = app
  const person = await given.admin()
  const staff = as(person)
  const survey = await given.survey()
  await given.responses(survey, 4)
  const words = { surveyId: survey.id, format: 'csv', values: 'codes', multiple: 'options' } as const
  const expected = await rowsOf(staff, words)
  const { downloadRows } = services.settings
  services.settings.downloadRows = 3
  const refused = staff.call(excels.download, { query: words })
  await expect(refused).rejects.toMatchObject({ code: 'EXPORT_TOO_LARGE', data: { rows: 4, atMost: 3 } })
  services.settings.downloadRows = downloadRows
  const { jobId } = (await staff.call(excels.start, { body: { ...words, filter: { status: 'RECEIVED' } } })).data
  givenWorker(app, jobKinds)
  const done = await untilState(app, person, jobId, 'DONE')
  expect([done.done, done.total, done.kind, done.file?.name]).toEqual([4, 4, 'responses.download', expect.any(String)])
  const [codes = [], ...rows] = await readExport(staff, done.file, 'CSV')
  expect(rows).toEqual(expected.map((row) => codes.map((code) => row[code])))
})

test('a right that is lost before the job runs is lost for its file', async ({ app }) => {
  const { given, as, sql } = app
  const survey = await given.survey()
  await given.responses(survey, 1)
  const body = { surveyId: survey.id }
  const rights: PermissionName[] = ['responses.export', 'responses.personal']
  const [personal, scoped] = [
    await given.admin({ permissions: [...rights, 'surveys.all'] }),
    await given.admin({ permissions: rights }),
  ]
  await sql.owner.query(
    `insert into access_grant (survey_id, subject_type, subject_id, access_right) values ($1, 'USER', $2, 'EXPORT')`,
    [survey.id, scoped.id],
  )
  const asked = [await as(personal).call(excels.start, { body }), await as(scoped).call(excels.start, { body })]
  await sql.owner.query(
    `delete from role_permission where role_id = $1 and permission_id = (select id from permission where name = 'responses.personal')`,
    [personal.roleId],
  )
  await sql.owner.query(`update access_grant set access_right = 'VIEW' where survey_id = $1`, [survey.id])
  givenWorker(app, jobKinds)
  const [first, second] = asked.map(({ data }) => data.jobId)
  expect(await untilState(app, personal, first ?? 0, 'FAILED')).toMatchObject({ error: 'FORBIDDEN', file: null })
  expect(await untilState(app, scoped, second ?? 0, 'FAILED')).toMatchObject({
    error: 'GRANT_TOO_NARROW',
    file: null,
  })
  await expect(as(scoped).call(excels.download, { query: body })).rejects.toMatchObject({ code: 'GRANT_TOO_NARROW' })
})

test('words that do not go together are refused, and the trail tells of each file', async ({ staff, given, sql }) => {
  const survey = await given.survey()
  const refused = async (query: Words) =>
    staff.call(excels.download, { query }).then(
      () => [],
      ({ errors }: { errors: { path: string; code: string }[] }) => errors.map(({ path, code }) => `${path} ${code}`),
    )
  expect(await refused({ codebook: 'true' })).toEqual(['surveyId REQUIRED'])
  expect(await refused({ surveyId: survey.id, encodedId: survey.encodedId })).toEqual(['encodedId NOT_ALLOWED'])
  expect(await refused({ format: 'dta' })).toEqual(['surveyId REQUIRED'])
  expect(await refused({ surveyId: survey.id, format: 'ods', bom: 'x', guard: 'no', codebook: 'sps' })).toEqual(
    ['format', 'bom', 'codebook', 'guard'].map((word) => `${word} NOT_ALLOWED`),
  )
  await staff.raw(excels.download, { query: { surveyId: survey.id, q: 'Inês' } })
  const { rows } = await sql.owner.query<{ after: object }>(
    `select after from audit where action = 'responses.download' and subject_id = $1`,
    [survey.id],
  )
  expect(rows).toEqual([{ after: { q: true, personal: 'SHOWN', phones: 'FULL' } }])
})
