import { expect } from 'vitest'
import { responses } from '#contract/responses.ts'
import type { PermissionName } from '#domain/people/permissions.ts'
import { jobKinds } from '../../app.ts'
import { givenWorker, untilState } from '../../jobs/test/given-job.ts'
import { readExport } from '../../test/read-export.ts'
import { test } from '../../test/with-app.ts'

test('every page is reached from both ends, in one order, with exact totals', async ({ staff, given }) => {
  const survey = await given.survey()
  // Equal times, so that only the id tells them apart.
  await given.responses(survey, 7, { submittedAt: '2025-05-01T08:00:00Z' })
  await given.responses(survey, 6, { submittedAt: '2025-05-02T08:00:00Z' })
  for (const sort of ['submittedAt', '-submittedAt'] as const) {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((page) =>
        staff.call(responses.list, { query: { surveyId: survey.id, page, pageSize: 3, sort } }),
      ),
    )
    const rows = pages.flatMap(({ list }) => list)
    expect(pages.map(({ list, total }) => [list.length, total])).toEqual([3, 3, 3, 3, 1, 0].map((n) => [n, 13]))
    const keys = rows.map(({ submittedAt, id }) => `${submittedAt} ${String(id).padStart(12, '0')}`)
    expect(keys).toEqual(sort === 'submittedAt' ? keys.toSorted() : keys.toSorted().toReversed())
    expect(new Set(keys).size).toBe(13)
  }
})

test('counts per status follow every filter but the status, and agree with the rows', async ({ staff, given }) => {
  const survey = await given.survey()
  await given.responses(survey, 2, { submittedAt: '2025-06-01T23:59:59Z' })
  await given.responses(survey, 3, { submittedAt: '2025-06-02T00:00:00Z', status: 'APPROVED' })
  await given.responses(survey, 1, { submittedAt: '2025-06-03T12:00:00Z', status: 'REJECTED' })
  const surveyId = survey.encodedId
  const all = await staff.call(responses.list, { query: { surveyId, status: 'APPROVED,REJECTED' } })
  expect(all.total).toBe(4)
  expect(all.statusCounts).toEqual({ RECEIVED: 2, IN_REVIEW: 0, HAS_ISSUES: 0, EDITED: 0, APPROVED: 3, REJECTED: 1 })
  const days = await staff.call(responses.list, { query: { surveyId, from: '2025-06-02', to: '2025-06-02' } })
  expect([days.total, days.list.map(({ status }) => status)]).toEqual([3, ['APPROVED', 'APPROVED', 'APPROVED']])
  const until = await staff.call(responses.list, { query: { surveyId, to: '2025-06-01', status: 'RECEIVED' } })
  expect([until.total, until.list.length, until.statusCounts.APPROVED]).toEqual([2, 2, 0])
})

test('a search finds participants by name and phone, forms by a beginning of their key', async ({
  staff,
  given,
  sql,
}) => {
  const survey = await given.survey()
  const [first, second] = await given.responses(survey, 2)
  await given.responses(survey, 3)
  await sql.owner.query(`update person set name = 'Inês Conceição' where phone = $1`, [first?.phone])
  await sql.owner.query(`update form set client_uuid = '100%_sure' where id = $1`, [second?.id])
  const find = async (q: string) => {
    const { list, total, statusCounts } = await staff.call(responses.list, { query: { surveyId: survey.id, q } })
    expect([total, statusCounts.RECEIVED]).toEqual([list.length, list.length])
    return list.map(({ id }) => id)
  }
  expect(await find('conceicao INES')).toEqual([first?.id])
  expect(await find(first?.phone.slice(-7) ?? '')).toEqual([first?.id])
  expect(await find('100%_')).toEqual([second?.id])
  expect(await find('100_')).toEqual([])
})

const sight: [who: string, permissions: PermissionName[], sees: 'ALL' | 'PHONE' | 'NOTHING'][] = [
  ['somebody who reads personal answers', ['responses.read', 'responses.personal'], 'ALL'],
  ['somebody who pays', ['responses.read', 'payments.viewPhone'], 'PHONE'],
  ['somebody who only reads', ['responses.read'], 'NOTHING'],
]

test.for(sight)('phones and personal answers as %s sees them', async ([_, permissions, sees], { given, as }) => {
  const staff = as(await given.admin({ permissions: [...permissions, 'surveys.all'] }))
  const survey = await given.survey()
  const [response] = await given.responses(survey, 1)
  const phone = response?.phone ?? ''
  const shownPhone = sees === 'NOTHING' ? `${phone.slice(0, 4)}•••••••${phone.slice(-2)}` : phone
  const { list } = await staff.call(responses.list, { query: { surveyId: survey.id } })
  const { data } = await staff.call(responses.get, { params: { id: response?.id ?? 0 } })
  expect([list[0]?.phone, data.phone]).toEqual([shownPhone, shownPhone])
  const name = survey.question('name').id
  expect(name in data.answers).toBe(sees === 'ALL')
  expect(data.hiddenQuestions).toEqual(sees === 'ALL' ? [] : [name])
  expect(data.unasked).toEqual([])
  expect(data.answers[survey.question('visited').id]).toBe('2024-02-29')
  const byPart = await staff.call(responses.list, { query: { surveyId: survey.id, q: phone.slice(-7) } })
  expect(byPart.total).toBe(sees === 'NOTHING' ? 0 : 1)
  expect((await staff.call(responses.list, { query: { surveyId: survey.id, q: phone } })).total).toBe(1)
})

test('a response shows the version that it answered, also after a publication', async ({ staff, given, sql }) => {
  const survey = await given.survey()
  const [response] = await given.responses(survey, 1)
  await sql.owner.query(
    `insert into survey_version (survey_id, number, content, checksum) values ($1, 2, '{"sections": []}', 'x')`,
    [survey.id],
  )
  await sql.owner.query(`update survey set current_version = 2 where id = $1`, [survey.id])
  const { data } = await staff.call(responses.get, { params: { id: response?.id ?? 0 } })
  expect([data.surveyVersion, data.sections]).toEqual([1, survey.content.sections])
  expect(data).toMatchObject({ formKey: response?.formKey, status: 'RECEIVED', source: 'EXCEL', paymentStatus: null })
})

test('drafts, unknown ids and surveys are missing; an unknown status is refused', async ({ staff, given, sql }) => {
  const survey = await given.survey()
  const [draft] = await given.responses(survey, 1)
  await sql.owner.query(`update form set status = 'DRAFT' where id = $1`, [draft?.id])
  await expect(staff.call(responses.get, { params: { id: draft?.id ?? 0 } })).rejects.toMatchObject({ status: 404 })
  await expect(staff.call(responses.get, { params: { id: 999_999_999 } })).rejects.toMatchObject({ status: 404 })
  await expect(staff.call(responses.list, { query: { surveyId: 'unknown-survey' } })).rejects.toMatchObject({
    status: 404,
  })
  await expect(staff.call(responses.list, { query: { status: 'APPROVED,DRAFT' } })).rejects.toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
  })
})

test('the responses of one participant are listed and counted alone', async ({ staff, given, sql }) => {
  const survey = await given.survey()
  const [first] = await given.responses(survey, 1, { status: 'APPROVED' })
  await given.responses(survey, 3)
  const { rows } = await sql.owner.query<{ id: number }>(`select participant_id::int as id from form where id = $1`, [
    first?.id,
  ])
  const participantId = rows[0]?.id ?? 0
  const found = await staff.call(responses.list, { query: { participantId } })
  expect([found.total, found.statusCounts.APPROVED, found.statusCounts.RECEIVED]).toEqual([1, 1, 0])
  expect(found.list.map(({ participant }) => participant?.id)).toEqual([participantId])
  expect((await staff.call(responses.list, { query: { participantId, status: 'RECEIVED' } })).total).toBe(0)
})

test('an export has what its reader sees: masked phones, and their surveys alone', async ({ app }) => {
  const { given, as, sql } = app
  const [survey, unseen] = [await given.survey(), await given.survey()]
  const [response] = await given.responses(survey, 1)
  await given.responses(unseen, 1)
  const reader = await given.admin({ permissions: ['responses.read'] })
  await sql.owner.query('update survey set owner_id = $1 where id = $2', [reader.id, survey.id])
  await sql.owner.query(`update survey set accessibility = 'PRIVATE' where id = $1`, [unseen.id])
  givenWorker(app, jobKinds)
  const columns = ['formKey', 'phone'].map((key) => ({ key, title: key }))
  const filter = { surveyId: `${survey.id},${unseen.id}` }
  const { jobId } = (await as(reader).call(responses.export, { body: { format: 'CSV', columns, filter } })).data
  const { file } = await untilState(app, reader, jobId, 'DONE')
  const phone = response?.phone ?? ''
  const masked = `${phone.slice(0, 4)}•••••••${phone.slice(-2)}`
  expect(await readExport(as(reader), file, 'CSV')).toEqual([
    ['formKey', 'phone'],
    [response?.formKey, masked],
  ])
})

test('days and versions are counted from the kept counts as from the rows', async ({ staff, given }) => {
  const survey = await given.survey()
  await given.responses(survey, 2, { submittedAt: '2025-06-01T23:59:59Z' })
  await given.responses(survey, 3, { submittedAt: '2025-06-02T00:00:00Z', status: 'APPROVED' })
  const surveyId = String(survey.id)
  for (const words of [
    { submittedAt: '2025-06-02' },
    { submittedAt: '..2025-06-01' },
    { surveyVersion: '1', isPilot: 'false' },
    { surveyVersion: '2..' },
  ]) {
    const kept = await staff.call(responses.list, { query: { surveyId, ...words } })
    const counted = await staff.call(responses.list, { query: { surveyId, ...words, source: 'EXCEL' } })
    expect([kept.total, kept.list, kept.statusCounts]).toEqual([
      counted.list.length,
      counted.list,
      counted.statusCounts,
    ])
  }
})

test('a bulk review of a filtered list reaches only the rows that the filter shows', async ({ staff, given }) => {
  const survey = await given.survey()
  await given.responses(survey, 2, { submittedAt: '2025-06-01T10:00:00Z' })
  await given.responses(survey, 3, { submittedAt: '2025-06-02T10:00:00Z' })
  const filter = { surveyId: survey.id, status: ['RECEIVED'], submittedAt: '2025-06-01', source: 'EXCEL' }
  const { data } = await staff.call(responses.review, { body: { formStatus: 'IN_REVIEW', filter, expectedCount: 2 } })
  expect(data).toMatchObject({ requested: 2, succeeded: 2 })
  const { statusCounts } = await staff.call(responses.list, { query: { surveyId: String(survey.id) } })
  expect(statusCounts).toMatchObject({ RECEIVED: 3, IN_REVIEW: 2 })
})
