/** Who collected a response, by each door: stored, shown, filtered by, counted and written into files. */
import { expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { excels } from '#contract/downloads.ts'
import { insight } from '#contract/insight.ts'
import { responses } from '#contract/responses.ts'
import { surveyLinks } from '#contract/survey-links.ts'
import { surveyTokens } from '#contract/survey-tokens.ts'
import { readCsv } from '../../excel/csv.ts'
import { rowsOf, send, workbook } from '../../test/given-upload.ts'
import { test, type TestApp } from '../../test/with-app.ts'

const answers = { name: 'Ana', members: 4 }

/** A response by each door, named by it. */
async function givenDoors({ given, as, server, sql }: TestApp) {
  const person = await given.admin()
  const staff = as(person)
  const survey = await given.survey()
  const berta = `Berta Cossa ${survey.id}`
  await sql.owner.query(`update person set name = $2 where id = $1`, [person.id, berta])
  const category = await given.siteCategory()
  const { rows: made } = await sql.owner.query<{ id: number }>(
    `with site as (insert into site (title, site_category_id) values ('Vila Nova', $2) returning id)
     update survey set site_id = site.id from site where survey.id = $1 returning site.id`,
    [survey.id, category.id],
  )
  const site = { id: Number(made[0]?.id), title: 'Vila Nova' }
  const params = { id: survey.id }
  for (const clientUuid of ['person-1', 'person-2'])
    await staff.call(entry.send, { body: { surveyId: survey.id, clientUuid, source: 'STAFF', answers } })
  const token = { kind: 'COLLECT', name: 'Phone 7' } as const
  const { data } = await staff.call(surveyTokens.create, { params, body: token })
  const sent = await server.inject({
    method: 'POST',
    url: '/api/v1/responses',
    headers: { authorization: `Bearer ${data.token}` },
    payload: { surveyId: survey.id, clientUuid: 'token-1', answers },
  })
  expect(sent.statusCode).toBe(201)
  await staff.call(surveyLinks.update, { params, body: { isOn: true } })
  const visit = { surveyVersion: 1, clientUuid: 'link-1', participantPhone: '+258847000009', answers }
  await as(undefined).call(surveyLinks.send, { params: { encodedId: survey.encodedId }, body: visit })
  const [said = {}, silent = {}] = rowsOf(survey, 2)
  const rows = [
    { ...said, formKey: 'file-1', _collector: berta },
    { ...silent, formKey: 'file-2' },
  ]
  await send(staff, survey, await workbook(survey, rows))
  return { person, berta, staff, survey, site }
}

test('each door stores who collected a response, and the list finds it by that name', async ({ app }) => {
  const { staff, survey, person, berta } = await givenDoors(app)
  const find = async (collector?: string) => {
    const query = { surveyId: survey.encodedId, ...(collector === undefined ? {} : { collector }) }
    const { list, total } = await staff.call(responses.list, { query })
    expect(total).toBe(list.length)
    return Object.fromEntries(list.map((row) => [row.formKey, row.collector]))
  }
  const own = { 'person-1': berta, 'person-2': berta, 'file-1': berta }
  const none = { 'link-1': null, 'file-2': null }
  expect(await find()).toEqual({ ...own, ...none, 'token-1': 'Phone 7' })
  expect(await find('COSSA')).toEqual(own)
  expect(await find('=phone 7')).toEqual({ 'token-1': 'Phone 7' })
  expect(await find('~')).toEqual(none)
  expect(await find('!~')).toEqual({ ...own, 'token-1': 'Phone 7' })
  // The name of a person is read from the person, that of a file is as the file told it.
  await app.sql.owner.query(`update person set name = 'Berta Lima' where id = $1`, [person.id])
  expect(Object.keys(await find('lima')).toSorted()).toEqual(['person-1', 'person-2'])
})

test('a file of answers has a column of collectors, as the list has', async ({ app }) => {
  const { staff, survey, berta } = await givenDoors(app)
  const asked = { surveyId: survey.id, format: 'csv', values: 'codes', collector: '=Phone 7' }
  const { status, bytes } = await staff.raw(excels.download, { query: asked })
  const read = readCsv(bytes, { rows: 100, columns: 100 })
  const [codes = [], ...rows] = 'refusal' in read ? [] : read.rows
  expect([status, rows.map((row) => row[codes.indexOf('_collector')])]).toEqual([200, ['Phone 7']])
  const ofBerta = { query: { ...asked, collector: `=${berta}` } }
  expect((await staff.raw(excels.download, ofBerta)).bytes.toString('utf8').split(berta)).toHaveLength(4)
})

test('insight counts responses and flags by site and by collector, under its filter', async ({ app }) => {
  const { staff, survey, site, berta } = await givenDoors(app)
  await app.sql.owner.query(
    `update form set flags = '{TOO_FAST}' where client_uuid in ('token-1', 'person-1')
      and survey_id = $1`,
    [survey.id],
  )
  const ask = async (query: Record<string, string> = {}) =>
    (await staff.call(insight.ofSurvey, { params: { surveyId: survey.id }, query })).data
  const { sites, collectors } = await ask()
  expect(sites).toEqual([{ site, n: 6, flagged: 2 }])
  expect(collectors).toEqual([
    { collector: berta, n: 3, flagged: 1 },
    { collector: null, n: 2, flagged: 0 },
    { collector: 'Phone 7', n: 1, flagged: 1 },
  ])
  const byToken = await ask({ collector: '=Phone 7' })
  expect([byToken.total, byToken.collectors.length, byToken.sites]).toEqual([1, 1, [{ ...sites[0], n: 1, flagged: 1 }]])
})
