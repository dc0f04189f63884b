/** Files that are made again and again, by the rights of their owner, and delivered where they chose. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { companies } from '#contract/companies.ts'
import { jobs } from '#contract/jobs.ts'
import { schedules } from '#contract/schedules.ts'
import { exportRecords, exportedAmong } from '../records/export-records.ts'
import { routes } from '../app.ts'
import { openPostOffice } from '../mail/test/post-office.ts'
import { test, type TestApp } from '../test/with-app.ts'
import { startScheduled } from './schedules.ts'
import { givenWorker, untilState } from './test/given-job.ts'

const day = 86_400_000
const tomorrow = () => new Date(Date.now() + day).toISOString()

/** A person with a finished export, and a worker that makes others. */
async function givenExport(app: TestApp, served: Pick<TestApp, 'services'> = app) {
  const staff = await app.given.admin({ permissions: ['companies.read'] })
  givenWorker(served, [exportRecords(exportedAmong(routes))])
  const { data } = await app.as(staff).call(companies.export, { body: { format: 'CSV' } })
  await untilState(app, staff, data.jobId, 'DONE')
  return { staff, jobId: data.jobId, as: app.as(staff) }
}

async function due({ sql, services }: TestApp, id: number, ago = '1 minute') {
  await sql.owner.query(`update schedule set next_at = now() - $2::interval where id = $1`, [id, ago])
  await startScheduled(services)
  const { rows } = await sql.owner.query<{ id: number }>(`select id from job where schedule_id = $1 order by id desc`, [
    id,
  ])
  return rows.map((row) => row.id)
}

test('a file is made again each day, once for all that was missed, into the exports', async ({ app }) => {
  const { staff, jobId, as: own } = await givenExport(app)
  const body = { jobId, name: 'Companies / north', every: 'DAY', nextAt: tomorrow(), delivery: 'FOLDER' } as const
  const { id } = (await own.call(schedules.create, { body })).data
  const [late = 0, ...more] = await due(app, id, '50 hours')
  expect(more).toEqual([])
  await untilState(app, staff, late, 'DONE')
  const [first = 0] = await due(app, id)
  await untilState(app, staff, first, 'DONE')
  const [row] = (await own.call(schedules.list)).list
  expect(row).toMatchObject({ name: 'Companies / north', paused: false, runs: [{ state: 'DONE' }, { state: 'DONE' }] })
  const ahead = Date.parse(row?.nextAt ?? '') - Date.now()
  expect(ahead > day - 120_000 && ahead <= day).toBe(true)
  const folder = join(app.services.settings.dataDir, 'exports', 'Companies-north')
  const names = await readdir(folder)
  expect(names.every((name) => /^\d{4}-\d\d-\d\d-\d+-companies\.csv$/.test(name))).toBe(true)
  expect((await readFile(join(folder, names.at(-1) ?? ''), 'utf8')).length).toBeGreaterThan(10)
  await own.call(schedules.update, { params: { id }, body: { paused: true } })
  expect(await due(app, id)).toHaveLength(2)
  await own.call(schedules.remove, { params: { id } })
  expect((await own.call(schedules.list)).list).toEqual([])
  expect((await own.call(jobs.get, { params: { id: first } })).data.state).toBe('DONE')
})

test('a file is made by the rights of that time; a mail says what became of it', async ({ app }) => {
  await using office = await openPostOffice(app)
  const { staff, jobId } = await givenExport(app, office)
  const own = office.as(staff)
  const { sql } = app
  await sql.owner.query(`update person set email = 'ana@example.org' where id = $1`, [staff.id])
  const body = { jobId, name: 'Weekly\r\nBcc: x@y.z', every: 'WEEK', nextAt: tomorrow(), delivery: 'MAIL' } as const
  await expect(own.call(schedules.create, { body })).rejects.toMatchObject({ errors: [{ path: 'name' }] })
  const { id } = (await own.call(schedules.create, { body: { ...body, name: 'Weekly' } })).data
  const [made = 0] = await due(app, id)
  await untilState(app, staff, made, 'DONE')
  await sql.owner.query(`delete from role_permission where role_id = (select role_id from person where id = $1)`, [
    staff.id,
  ])
  const [refused = 0] = await due(app, id)
  const failed = await untilState(app, staff, refused, 'FAILED')
  expect(failed).toMatchObject({ error: 'FORBIDDEN', file: null })
  await office.send()
  const subjects = office.arrived.map(({ head }) => /^Subject: (.*)$/m.exec(head)?.[1])
  expect(new Set(subjects)).toEqual(new Set(['Weekly: no file could be made', 'Weekly: the file is ready']))
  expect(office.arrived.map(({ text }) => text).join(' ')).toContain(`/jobs/${made}`)
  await sql.owner.query(`update person set status = 'SUSPENDED' where id = $1`, [staff.id])
  expect(await due(app, id)).toHaveLength(2)
})

test('only an own finished file is repeated, in time and not without bound', async ({ app }) => {
  const { jobId, as: own } = await givenExport(app)
  const body = { jobId, name: 'x', every: 'DAY', nextAt: tomorrow(), delivery: 'HERE' } as const
  const other = app.as(await app.given.admin({ permissions: ['companies.read'] }))
  await expect(other.call(schedules.create, { body })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const [days, code] of [
    [-1, 'IN_PAST'],
    [40, 'TOO_FAR_AHEAD'],
  ] as const) {
    const nextAt = new Date(Date.now() + days * day).toISOString()
    const refused = own.call(schedules.create, { body: { ...body, nextAt } })
    await expect(refused).rejects.toMatchObject({ errors: [{ path: 'nextAt', code }] })
  }
  const byMail = { ...body, delivery: 'MAIL' } as const
  const noMail = { errors: [{ path: 'delivery', code: 'NO_MAIL' }] }
  await expect(own.call(schedules.create, { body: byMail })).rejects.toMatchObject(noMail)
  const { id, version } = (await own.call(schedules.create, { body })).data
  const change = { params: { id }, body: { delivery: 'MAIL' } } as const
  await expect(own.call(schedules.update, change)).rejects.toMatchObject(noMail)
  const stale = { params: { id }, body: { name: 'y', version: version + 1 } }
  await expect(own.call(schedules.update, stale)).rejects.toMatchObject({ code: 'STALE' })
  await expect(other.call(schedules.remove, { params: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (let n = 1; n < 20; n += 1) await own.call(schedules.create, { body })
  await expect(own.call(schedules.create, { body })).rejects.toMatchObject({ code: 'JOBS_TOO_MANY' })
  await app.sql.owner.query(`update job set kind = 'records.delete' where id = $1`, [jobId])
  await own.call(schedules.remove, { params: { id } })
  await expect(own.call(schedules.create, { body })).rejects.toMatchObject({ code: 'JOB_STATE' })
})
