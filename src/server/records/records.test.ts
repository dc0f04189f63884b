/** What bulk deletion and export do beyond one call, and to what is hostile. */
import { expect, onTestFinished } from 'vitest'
import { companies } from '#contract/companies.ts'
import { type Job, jobs } from '#contract/jobs.ts'
import { files } from '#contract/files.ts'
import { maxBulkIds } from '#contract/fields.ts'
import { sections } from '#contract/sections.ts'
import { surveys } from '#contract/surveys.ts'
import { jobKinds } from '../app.ts'
import { readWorkbook } from '../excel/read-workbook.ts'
import { givenWorker, untilState } from '../jobs/test/given-job.ts'
import { everyPermission, type Staff } from '../test/given.ts'
import { test, type TestApp } from '../test/with-app.ts'
import { untilWaiting } from '../test/until-waiting.ts'

const many = maxBulkIds + 200

async function givenCompanies({ sql: { owner } }: TestApp, category: string, count = many): Promise<void> {
  await owner.query(
    `insert into company (title, category) select 'Farm ' || n, $1 from generate_series(1, $2::int) n`,
    [category, count],
  )
}

async function download({ as }: TestApp, staff: Staff, file: Job['file']): Promise<Buffer> {
  const { url } = (await as(staff).call(files.ticket, { params: { id: file?.id ?? 0 } })).data
  return (await as(staff).raw(files.open, { params: { ticket: url.split('/').at(-1) ?? '' } })).bytes
}

test('a job deletes more rows than a call takes, except rows in use, all on the trail', async ({ app }) => {
  const { given, as, sql } = app
  const person = await given.admin()
  const staff = as(person)
  await givenCompanies(app, 'dairy')
  const filter = { category: '=dairy' }
  const { data: rows } = await staff.call(companies.list, { query: filter })
  const { id: used, title } = rows[0] ?? { id: 0, title: '' }
  const survey = await given.survey()
  await sql.owner.query('update survey set company_id = $1 where id = $2', [used, survey.id])
  const remove = (expected: number) => staff.call(companies.removeMany, { body: { filter, expected } })
  await expect(remove(many - 1)).rejects.toMatchObject({ code: 'SELECTION_CHANGED', data: { total: many } })
  const { data } = await remove(many)
  expect(data).toMatchObject({
    requested: many,
    succeeded: 0,
    failed: 0,
    results: [],
    jobId: expect.any(Number) as unknown,
  })
  const { data: late } = await staff.call(companies.create, { body: { title: 'Late', category: 'dairy' } })
  expect((await staff.call(companies.list, { query: filter })).total).toBe(many + 1)

  givenWorker(app, jobKinds)
  const jobId = data.jobId ?? 0
  expect(await untilState(app, person, jobId, 'DONE')).toMatchObject({
    kind: 'records.delete',
    subject: 'companies',
    done: many,
    succeeded: many - 1,
    failures: [{ code: 'IN_USE', count: 1 }],
  })
  const left = await staff.call(companies.list, { query: { ...filter, sort: 'title' } })
  expect(new Set(left.data.map((row) => row.id))).toEqual(new Set([used, late.id]))
  const trail = await sql.owner.query(
    `select count(*)::int as n, count(distinct subject_id)::int as companies from audit
       where action = 'companies.delete' and actor_id = $1 and request_id = $2`,
    [person.id, `job ${jobId}`],
  )
  expect(trail.rows).toEqual([{ n: many - 1, companies: many - 1 }])

  const refused = await staff.call(jobs.failures, { params: { id: jobId } })
  expect(refused).toMatchObject({ total: 1, list: [{ id: used, title, code: 'IN_USE' }] })
  const { bytes } = await staff.raw(jobs.failuresFile, { params: { id: jobId }, query: { lang: 'pt-br' } })
  expect(bytes.toString()).toMatch(
    new RegExp(`^\\uFEFFid,Registro,.+\\r\\n${used},${title},[^,]+,IN_USE,survey: 1\\r\\n$`),
  )
  const stranger = as(await given.admin())
  await expect(stranger.call(jobs.failures, { params: { id: jobId } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await stranger.raw(jobs.failuresFile, { params: { id: jobId } })).status).toBe(404)
  // A caller who may delete but no longer read is not told their names.
  const { rows: taken } = await sql.owner.query<{ role: number; permission: number }>(
    `delete from role_permission where role_id = (select role_id from person where id = $1)
         and permission_id = (select id from permission where name = 'companies.read')
       returning role_id::int as role, permission_id::int as permission`,
    [person.id],
  )
  expect((await staff.call(jobs.failures, { params: { id: jobId } })).list[0]).not.toHaveProperty('title')
  await sql.owner.query('insert into role_permission (role_id, permission_id) values ($1, $2)', [
    taken[0]?.role,
    taken[0]?.permission,
  ])
  await sql.owner.query('update survey set company_id = null where id = $1', [survey.id])
  const again = (await staff.call(jobs.retryFailures, { params: { id: jobId } })).data
  expect(await untilState(app, person, again.jobId, 'DONE')).toMatchObject({ done: 1, succeeded: 1, failed: 0 })
})

test('who loses the right while the job waits deletes nothing any more', async ({ app }) => {
  const { given, as, sql } = app
  const person = await given.admin()
  await givenCompanies(app, 'poultry')
  const filter = { category: '=poultry' }
  const { data } = await as(person).call(companies.removeMany, { body: { filter, expected: many } })
  await sql.owner.query(
    `delete from role_permission where role_id = $1
       and permission_id = (select id from permission where name = 'companies.delete')`,
    [person.roleId],
  )
  givenWorker(app, jobKinds)
  expect(await untilState(app, person, data.jobId ?? 0, 'FAILED')).toMatchObject({ error: 'FORBIDDEN', done: 0 })
  expect((await as(person).call(companies.list, { query: filter })).total).toBe(many)
})

test('a filter with more rows than announced is refused, and nothing of a job remains', async ({ app }) => {
  const { given, as, sql } = app
  const person = await given.admin()
  await givenCompanies(app, 'fishing')
  const body = { filter: { category: '=fishing' }, expected: 3 }
  await expect(as(person).call(companies.removeMany, { body })).rejects.toMatchObject({
    code: 'SELECTION_CHANGED',
    data: { total: many },
  })
  const { rows } = await sql.owner.query('select id from job where asker_id = $1', [person.id])
  expect(rows).toEqual([])
})

const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '_x0041_', '#REF!', 'a,"b"\nc', '\t=1', 'Água, 中文']

test('no cell of an export becomes a formula, and every text comes back as it was', async ({ app }) => {
  const { given, as } = app
  const person = await given.admin()
  const staff = as(person)
  for (const [index, address] of hostile.entries())
    await staff.call(companies.create, {
      body: { title: `Hostile ${index}`, category: 'hostile', description: address },
    })
  givenWorker(app, jobKinds)
  const body = {
    filter: { category: '=hostile' },
    sort: 'title',
    columns: [
      { key: 'description', title: 'Texto' },
      { key: 'id', title: 'Nº' },
    ],
  }
  const made = async (format: string) => {
    const { data } = await staff.call(companies.export, { body: { ...body, format } })
    return download(app, person, (await untilState(app, person, data.jobId, 'DONE')).file)
  }
  const csv = (await made('CSV')).toString()
  expect(csv).toMatch(/^\uFEFFTexto,Nº\r\n"'=1\+1",\d+\r\n\+1,\d+\r\n-1,\d+\r\n"'@SUM\(A1\)",\d+\r\n/)
  const read = await readWorkbook(await made('XLSX'), 'FIRST', { rows: 100, columns: 5 })
  if ('refusal' in read) throw new Error(read.refusal)
  const [rows = []] = read.workbook.sheets.values()
  const { data: shown } = await staff.call(companies.list, { query: { category: '=hostile', sort: 'title' } })
  expect(rows).toEqual([['Texto', 'Nº'], ...shown.map((row) => [row.description, row.id])])
  expect(shown.map((row) => row.description)).toEqual(hostile.map((text) => text.trim()))
})

test('texts in several languages are exported in the one asked for, or in English', async ({ app }) => {
  const { given, as } = app
  const person = await given.admin()
  const { id: surveyId } = await given.survey({ status: 'DRAFT', sections: [] })
  for (const title of [{ en: 'House', 'pt-br': 'Casa' }, { en: 'Field' }])
    await as(person).call(sections.create, { body: { surveyId, title } })
  givenWorker(app, jobKinds)
  const { data } = await as(person).call(sections.export, {
    body: {
      format: 'CSV',
      filter: { surveyId: String(surveyId) },
      sort: 'position',
      locale: 'pt-br',
      columns: [
        { key: 'title', title: 'Seção' },
        { key: 'firstVersion', title: 'Versão' },
      ],
    },
  })
  const { file } = await untilState(app, person, data.jobId, 'DONE')
  expect((await download(app, person, file)).toString()).toBe('\uFEFFSeção,Versão\r\nCasa,\r\nField,\r\n')
})

test('a row that the caller may not see is neither counted nor exported nor deleted', async ({ app }) => {
  const { given, as } = app
  const person = await given.admin({ permissions: everyPermission.filter((name) => name !== 'surveys.all') })
  const everybody = as(await given.admin())
  const title = 'Half seen'
  await everybody.call(surveys.create, { body: { title } })
  const { data: own } = await as(person).call(surveys.create, { body: { title } })
  givenWorker(app, jobKinds)
  const filter = { title: `=${title}` }
  const body = { format: 'CSV', filter, columns: [{ key: 'id', title: 'Id' }] }
  const { data } = await as(person).call(surveys.export, { body })
  const { file } = await untilState(app, person, data.jobId, 'DONE')
  expect((await download(app, person, file)).toString()).toBe(`\uFEFFId\r\n${own.id}\r\n`)
  const remove = (expected: number) => as(person).call(surveys.removeMany, { body: { filter, expected } })
  await expect(remove(2)).rejects.toMatchObject({ code: 'SELECTION_CHANGED', data: { total: 1 } })
  expect((await remove(1)).data).toMatchObject({ succeeded: 1, results: [{ id: own.id }] })
  expect((await everybody.call(surveys.list, { query: filter })).total).toBe(1)
})

test('a row that no longer matches the filter by the time it could be deleted stays', async ({ staff, given, sql }) => {
  const { id, title } = await given.company({ title: 'Leaves the filter' })
  const holder = await sql.owner.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('begin')
  await holder.query(`update company set title = 'Kept' where id = $1`, [id])
  const removed = staff.call(companies.removeMany, { body: { filter: { title: `=${title}` }, expected: 1 } })
  const refused = expect(removed).rejects.toMatchObject({ code: 'SELECTION_CHANGED', data: { total: 0 } })
  await untilWaiting(sql)
  await holder.query('commit')
  await refused
  expect((await staff.call(companies.get, { params: { id } })).data.title).toBe('Kept')
})
