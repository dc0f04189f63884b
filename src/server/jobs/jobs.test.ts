import { existsSync, symlinkSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { files } from '#contract/files.ts'
import { jobs } from '#contract/jobs.ts'
import { people } from '#contract/people.ts'
import { test, type TestApp } from '../test/with-app.ts'
import { keepHouse } from './housekeeping.ts'
import { clearContents } from '../files/store.ts'
import { startBulk, startJob } from './start.ts'
import { givenGate, givenWorker, marks, numbers, startAs, untilState } from './test/given-job.ts'
import { markRows, needCompany, writeLines } from './test/kinds.ts'

/** Whether a call waits for the batch of a job. */
async function waitsForBatch({ sql }: TestApp): Promise<boolean> {
  const { rows } = await sql.owner.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and query like 'select pg_advisory_xact_lock(hashtextextended(''job ''%'`,
  )
  return rows.length > 0
}

test('a bulk job does each row once and counts refusals; the trail names its asker', async ({ app }) => {
  const staff = await app.given.admin()
  const refuse = [3, 77]
  const id = await startAs(app, staff, (starter) =>
    startBulk(starter, markRows, { refuse }, numbers(1, 120), { subject: 'things' }),
  )
  const asked = (await app.as(staff).call(jobs.get, { params: { id } })).data
  expect(asked).toMatchObject({ kind: 'tests.mark', state: 'WAITING', subject: 'things', done: 0, total: 120 })
  givenWorker(app)
  const done = await untilState(app, staff, id, 'DONE')
  expect(done).toMatchObject({ done: 120, succeeded: 118, failed: 2, failures: [{ code: 'IN_USE', count: 2 }] })
  expect(done.expiresAt).not.toBeNull()
  expect(await marks(app, id)).toEqual({ rows: 118, things: 118, actors: [staff.id] })
  const { rows } = await app.sql.owner.query<{ action: string }>(
    `select action from audit where subject_type = 'job' and subject_id = $1 and actor_id = $2 order by id`,
    [String(id), staff.id],
  )
  expect(rows.map((row) => row.action)).toEqual(['jobs.start', 'jobs.end'])
})

test('refused rows are named by page, and can be tried again as a job of their own', async ({ app }) => {
  const [staff, other] = [await app.given.admin(), await app.given.admin({ role: 'ADMINISTRATOR' })]
  const id = await startAs(app, staff, (starter) =>
    startBulk(starter, markRows, { refuse: [3, 77, 101] }, numbers(1, 120), { subject: 'things' }),
  )
  const params = { id }
  await expect(app.as(staff).call(jobs.retryFailures, { params })).rejects.toMatchObject({ code: 'JOB_STATE' })
  givenWorker(app)
  await untilState(app, staff, id, 'DONE')
  const page = await app.as(staff).call(jobs.failures, { params, query: { page: '2', pageSize: '2' } })
  expect(page).toMatchObject({ total: 3, list: [{ id: 101, code: 'IN_USE', usedBy: { site: 1 } }] })
  for (const endpoint of [jobs.failures, jobs.retryFailures])
    await expect(app.as(other).call(endpoint, { params })).rejects.toMatchObject({ code: 'NOT_FOUND' })

  const { jobId } = (await app.as(staff).call(jobs.retryFailures, { params })).data
  const again = await untilState(app, staff, jobId, 'DONE')
  expect(again).toMatchObject({ kind: 'tests.mark', subject: 'things', done: 3, total: 3, failed: 3 })
  const { rows } = await app.sql.owner.query(
    `select after from audit where action = 'jobs.start' and subject_id = $1 and actor_id = $2`,
    [String(jobId), staff.id],
  )
  expect(rows).toEqual([{ after: { kind: 'tests.mark', subject: 'things', total: 3, refusedBy: id } }])

  await app.sql.owner.query(`update job set expires_at = now() - interval '1 minute' where id = $1`, [id])
  await keepHouse(app.services)
  expect(await app.as(staff).call(jobs.failures, { params })).toMatchObject({ total: 0, list: [] })
  await expect(app.as(staff).call(jobs.retryFailures, { params })).rejects.toMatchObject({ code: 'JOB_STATE' })
})

test('a call that rolls back leaves neither a job nor rows', async ({ app }) => {
  const staff = await app.given.admin()
  const rolledBack = startAs(app, staff, async (starter) => {
    await startBulk(starter, markRows, {}, numbers(1, 10))
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect((await app.as(staff).call(jobs.list)).total).toBe(0)
  const { rows } = await app.sql.owner.query('select from job_batch where job_id not in (select id from job)')
  expect(rows).toEqual([])
})

test('a job cancelled midway ends after its batch, and resumes with the remaining rows', async ({ app }) => {
  const staff = await app.given.admin()
  const gate = await givenGate(app)
  const total = 1000
  const id = await startAs(app, staff, (starter) => startBulk(starter, markRows, { gate: 120 }, numbers(1, total)))
  givenWorker(app)
  await gate.reached()
  const cancelling = app.as(staff).call(jobs.cancel, { params: { id } })
  await expect.poll(() => waitsForBatch(app)).toBe(true)
  gate.open()
  const cancelled = (await cancelling).data
  expect(cancelled).toMatchObject({ state: 'CANCELLED', done: 150, succeeded: 150, total })
  await expect(app.as(staff).call(jobs.cancel, { params: { id } })).rejects.toMatchObject({ code: 'JOB_STATE' })
  const again = (await app.as(staff).call(jobs.retry, { params: { id } })).data
  expect(again).toMatchObject({ done: 150, expiresAt: null, finishedAt: null })
  expect(await untilState(app, staff, id, 'DONE')).toMatchObject({ done: total, succeeded: total, failed: 0 })
  expect(await marks(app, id)).toMatchObject({ rows: total, things: total })
  await expect(app.as(staff).call(jobs.retry, { params: { id } })).rejects.toMatchObject({ code: 'JOB_STATE' })
})

test('a job cancelled during its last batch ends, and says that it cannot be cancelled', async ({ app }) => {
  const staff = await app.given.admin()
  const gate = await givenGate(app)
  const id = await startAs(app, staff, (starter) => startBulk(starter, markRows, { gate: 120 }, numbers(1, 120)))
  givenWorker(app)
  await gate.reached()
  const cancelling = app.as(staff).call(jobs.cancel, { params: { id } })
  const refused = expect(cancelling).rejects.toMatchObject({ code: 'JOB_STATE' })
  await expect.poll(() => waitsForBatch(app)).toBe(true)
  gate.open()
  await refused
  expect(await untilState(app, staff, id, 'DONE')).toMatchObject({ done: 120, succeeded: 120 })
})

test('a failed batch leaves nothing, and a retry goes on where it was', async ({ app }) => {
  const staff = await app.given.admin()
  const title = 'The one that is needed'
  const id = await startAs(app, staff, (starter) =>
    startBulk(starter, needCompany, { title, from: 60 }, numbers(1, 90)),
  )
  await expect(app.as(staff).call(jobs.retry, { params: { id } })).rejects.toMatchObject({ code: 'JOB_STATE' })
  givenWorker(app)
  const failed = await untilState(app, staff, id, 'FAILED')
  expect(failed).toMatchObject({ error: 'INTERNAL', done: 50, succeeded: 50 })
  await app.given.company({ title })
  await app.as(staff).call(jobs.retry, { params: { id } })
  expect(await untilState(app, staff, id, 'DONE')).toMatchObject({ error: null, done: 90, succeeded: 90 })
  expect(await marks(app, id, 'tests.need')).toMatchObject({ rows: 90, things: 90 })
})

test("another user's job is a missing one, for administrators too", async ({ app }) => {
  const [staff, other] = [await app.given.admin(), await app.given.admin({ role: 'ADMINISTRATOR' })]
  const id = await startAs(app, staff, (starter) => startBulk(starter, markRows, {}, numbers(1, 3)))
  for (const endpoint of [jobs.get, jobs.cancel, jobs.retry])
    await expect(app.as(other).call(endpoint, { params: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await app.as(other).call(jobs.list)).total).toBe(0)
  const mine = await app.as(staff).call(jobs.list, { query: { state: 'WAITING' } })
  expect(mine.list.map((job) => job.id)).toEqual([id])
  expect((await app.as(staff).call(jobs.list, { query: { state: 'DONE' } })).total).toBe(0)
})

test('a job ends when its asker is suspended or loses the right; finished work stays', async ({ app }) => {
  const { owner } = app.sql
  const losses: [loss: string, code: string][] = [
    [`update person set status = 'SUSPENDED' where id = $1`, 'JOB_ASKER_INACTIVE'],
    [`delete from role_permission where role_id = (select role_id from person where id = $1)`, 'FORBIDDEN'],
  ]
  givenWorker(app)
  for (const [loss, code] of losses) {
    const staff = await app.given.admin()
    const gate = await givenGate(app)
    const id = await startAs(app, staff, (starter) => startBulk(starter, markRows, { gate: 1 }, numbers(1, 200)))
    await gate.reached()
    await owner.query(loss, [staff.id])
    gate.open()
    const ended = async () =>
      (await owner.query('select state, error, done from job where id = $1', [id])).rows[0] as object
    await expect.poll(ended).toEqual({ state: 'FAILED', error: code, done: 50 })
    expect(await marks(app, id)).toMatchObject({ rows: 50 })
  }
})

test('a suspension of the asker waits for the batch under way and stops later ones', async ({ app }) => {
  const staff = await app.given.admin()
  const administrator = app.as(await app.given.admin({ role: 'ADMINISTRATOR' }))
  givenWorker(app)
  const gate = await givenGate(app)
  const id = await startAs(app, staff, (starter) => startBulk(starter, markRows, { gate: 1 }, numbers(1, 200)))
  await gate.reached()
  const body = { status: 'SUSPENDED' }
  const suspended = administrator.call(people.update, { params: { id: staff.id }, body })
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '%rights_key%'`
  await expect.poll(async () => (await app.sql.owner.query(waiting)).rowCount).toBe(1)
  expect(await Promise.race([suspended, Promise.resolve('waits')])).toBe('waits')
  gate.open()
  await suspended
  const ended = async () => (await app.sql.owner.query('select state, done from job where id = $1', [id])).rows[0]
  await expect.poll(async () => (await ended()) as object).toEqual({ state: 'FAILED', done: 50 })
})

test('the file of a job appears at its end, opens for its asker alone, and expires', async ({ app }) => {
  const { owner } = app.sql
  const [staff, other] = [await app.given.admin(), await app.given.admin()]
  const gate = await givenGate(app)
  givenWorker(app)
  const id = await startAs(app, staff, (starter) =>
    startJob(starter, writeLines, { lines: 5, gated: true }, { subject: 'things' }),
  )
  await gate.reached()
  expect((await app.as(staff).call(jobs.get, { params: { id } })).data.file).toBeNull()
  expect(await app.services.files.spooled()).toEqual([`job-${id}-1`])
  gate.open()
  const { file, done, total } = await untilState(app, staff, id, 'DONE')
  expect({ done, total, name: file?.name, size: file?.size }).toEqual({
    done: 5,
    total: 5,
    name: 'lines.csv',
    size: 35,
  })
  expect(await app.services.files.spooled()).toEqual([])
  const params = { id: file?.id ?? 0 }
  await expect(app.as(other).call(files.ticket, { params })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { url } = await app.as(staff).call(files.ticket, { params })
  expect((await app.server.inject(url)).body).toBe('line 1\nline 2\nline 3\nline 4\nline 5\n')
  // A user who lost the right to a file may no longer open it either.
  const lost = await owner.query<{ permission_id: number; role_id: number }>(
    `delete from role_permission where role_id = (select role_id from person where id = $1)
         and permission_id = (select id from permission where name = 'companies.write') returning role_id, permission_id`,
    [staff.id],
  )
  await expect(app.as(staff).call(files.ticket, { params })).rejects.toMatchObject({
    code: 'FORBIDDEN',
    data: { needs: ['companies.write'] },
  })
  const { role_id: roleId, permission_id: permissionId } = lost.rows[0] ?? {}
  await owner.query('insert into role_permission (role_id, permission_id) values ($1, $2)', [roleId, permissionId])

  await owner.query(`update job set expires_at = now() - interval '1 minute' where id = $1`, [id])
  const stored = await owner.query<{ sha256: Buffer }>(`select sha256 from file where id = $1`, [params.id])
  await keepHouse(app.services)
  expect((await app.as(staff).call(jobs.get, { params: { id } })).data).toMatchObject({ state: 'DONE', file: null })
  await expect(app.as(staff).call(files.ticket, { params })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const sha256 = stored.rows[0]?.sha256 ?? Buffer.alloc(0)
  // A restore to a moment before finds the bytes for some days.
  await clearContents(app.services)
  expect(await app.services.files.sizeOf(sha256)).toBe(35)
  const days = app.services.settings.deletedFileDays
  await owner.query(`update dropped_content set dropped_at = now() - make_interval(days => $1)`, [days])
  await clearContents(app.services)
  await expect(app.services.files.read(sha256)).rejects.toMatchObject({ code: 'FILE_GONE' })
})

test('a file ends once its asker loses a survey, while it is made or opened later', async ({ app }) => {
  const { given, as, services, sql } = app
  const staff = await given.admin({ permissions: ['companies.write'] })
  const [kept, lost] = [await given.survey(), await given.survey()]
  const see = (id: number, sight: 'PUBLIC' | 'PRIVATE') =>
    sql.owner.query('update survey set accessibility = $2 where id = $1', [id, sight])
  for (const { id } of [kept, lost]) await see(id, 'PUBLIC')
  const surveys = [kept.id, lost.id]
  givenWorker(app)
  const gate = await givenGate(app)
  const cut = await startAs(app, staff, (starter) => startJob(starter, writeLines, { lines: 5, gated: true, surveys }))
  await gate.reached()
  await see(lost.id, 'PRIVATE')
  gate.open()
  expect(await untilState(app, staff, cut, 'FAILED')).toMatchObject({ error: 'SCOPE_LOST', file: null })
  expect(await services.files.spooled()).toEqual([])

  await see(lost.id, 'PUBLIC')
  const whole = await startAs(app, staff, (starter) =>
    startJob(starter, writeLines, { lines: 5, gated: false, surveys }),
  )
  const { file } = await untilState(app, staff, whole, 'DONE')
  const open = () => as(staff).call(files.ticket, { params: { id: file?.id ?? 0 } })
  // A survey added since takes nothing away.
  await see((await given.survey()).id, 'PUBLIC')
  await open()
  await see(lost.id, 'PRIVATE')
  await expect(open()).rejects.toMatchObject({ code: 'SCOPE_LOST', status: 403 })
  await see(lost.id, 'PUBLIC')
  await open()
  await see(lost.id, 'PRIVATE')
  await sql.owner.query('delete from survey_version where survey_id = $1', [lost.id])
  await sql.owner.query('delete from survey where id = $1', [lost.id])
  await open()
})

test('what an upload left behind whose process died goes while the others go on', async ({ services }) => {
  const { files } = services
  const [left, coming] = [files.spoolPath('left'), files.spoolPath('coming')]
  for (const path of [left, coming]) await writeFile(path, 'half')
  await utimes(left, new Date(0), new Date(0))
  await keepHouse(services)
  expect(await files.spooled()).toEqual(['coming'])
  await files.discard('coming')
})

// Where there is such a thing.
test.runIf(existsSync('/dev/full'))(
  'a file without room on disk ends its job with that reason, and frees its room',
  async ({ app }) => {
    const staff = await app.given.admin()
    const write = () => startAs(app, staff, (starter) => startJob(starter, writeLines, { lines: 5, gated: false }))
    const { files } = app.services
    let isFull = true
    const spoolPath = (name?: string) => {
      const path = files.spoolPath(name)
      // Everything that is written there meets a full disk.
      if (isFull) symlinkSync('/dev/full', path)
      isFull = false
      return path
    }
    givenWorker({ ...app, services: { ...app.services, files: { ...files, spoolPath } } })
    const id = await write()
    expect(await untilState(app, staff, id, 'FAILED')).toMatchObject({ error: 'STORAGE_FULL', file: null })
    expect(await app.services.files.spooled()).toEqual([])
    await untilState(app, staff, await write(), 'DONE')
    await app.as(staff).call(jobs.retry, { params: { id } })
    expect(await untilState(app, staff, id, 'DONE')).toMatchObject({ error: null, file: { size: 35 } })
  },
)

function fail(code: string): never {
  throw Object.assign(new Error(`${code}: open`), { code })
}

test.for(['EROFS', 'EACCES'])(
  'An export into a folder that answers %s ends with that reason',
  async (code, { app }) => {
    const staff = await app.given.admin()
    const files = { ...app.services.files, spoolPath: () => fail(code) }
    givenWorker({ ...app, services: { ...app.services, files } })
    const id = await startAs(app, staff, (starter) => startJob(starter, writeLines, { lines: 5, gated: false }))
    expect((await untilState(app, staff, id, 'FAILED')).error).toBe('STORAGE_CLOSED')
  },
)

test('a cancelled export leaves no file, and cannot resume once it expired', async ({ app }) => {
  const staff = await app.given.admin()
  const gate = await givenGate(app)
  givenWorker(app)
  const id = await startAs(app, staff, (starter) => startJob(starter, writeLines, { lines: 5, gated: true }))
  await gate.reached()
  await app.as(staff).call(jobs.cancel, { params: { id } })
  gate.open()
  await expect.poll(() => app.services.files.spooled()).toEqual([])
  expect((await app.as(staff).call(jobs.get, { params: { id } })).data).toMatchObject({
    state: 'CANCELLED',
    file: null,
  })
  await app.sql.owner.query(`update job set expires_at = now() - interval '1 minute' where id = $1`, [id])
  await expect(app.as(staff).call(jobs.retry, { params: { id } })).rejects.toMatchObject({ code: 'JOB_STATE' })
})

test('a batch that is settled is never settled again', async ({ app }) => {
  const staff = await app.given.admin()
  givenWorker(app)
  const id = await startAs(app, staff, (starter) => startBulk(starter, markRows, {}, numbers(1, 3)))
  await untilState(app, staff, id, 'DONE')
  for (const pool of [app.sql.app, app.sql.owner])
    await expect(pool.query(`update job_batch set settled = true where job_id = $1`, [id])).rejects.toMatchObject({
      code: '42501',
    })
})

test('whose a job and its file are is not for the app’s role to change', async ({ sql }) => {
  for (const attack of [
    'update job set asker_id = 1',
    `update job set payload = '{}'`,
    'update file set private = false',
    `update file set needs = '{}'`,
    'update file set created_by = 1',
  ])
    await expect(sql.app.query(attack), attack).rejects.toMatchObject({ code: '42501' })
})
