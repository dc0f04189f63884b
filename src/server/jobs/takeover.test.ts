import { once } from 'node:events'
import { expect } from 'vitest'
import { jobs } from '#contract/jobs.ts'
import { inTransaction } from '../db/transaction.ts'
import { test, type TestApp } from '../test/with-app.ts'
import { keepHouse } from './housekeeping.ts'
import { endJob, giveBack, holdJob, noteProgress, takeJob } from './run-store.ts'
import { startBulk, startJob } from './start.ts'
import { givenGate, givenProcess, givenWorker, marks, numbers, startAs, untilState } from './test/given-job.ts'
import { markRows, writeLines } from './test/kinds.ts'

test('kill -9 within a batch: another process resumes, each row is done once', async ({ app }) => {
  const staff = await app.given.admin()
  const gate = await givenGate(app)
  const id = await startAs(app, staff, (starter) => startBulk(starter, markRows, { gate: 120 }, numbers(1, 300)))
  const process = await givenProcess(app)
  await gate.reached()
  const exited = once(process, 'exit')
  process.kill('SIGKILL')
  await exited
  gate.open()
  const before = await untilState(app, staff, id, 'RUNNING')
  expect(before).toMatchObject({ done: 100, succeeded: 100 })
  await givenProcess(app)
  const done = await untilState(app, staff, id, 'DONE', 60_000)
  expect(done).toMatchObject({ done: 300, succeeded: 300, failed: 0 })
  expect(await marks(app, id)).toEqual({ rows: 300, things: 300, actors: [staff.id] })
}, 90_000)

test('a process told to stop ends its batch and hands the job on at once', async ({ app }) => {
  const staff = await app.given.admin()
  const gate = await givenGate(app)
  const id = await startAs(app, staff, (starter) => startBulk(starter, markRows, { gate: 120 }, numbers(1, 300)))
  const process = await givenProcess(app)
  await gate.reached()
  const exited = once(process, 'exit')
  process.kill('SIGTERM')
  gate.open()
  expect(await exited).toEqual([0, null])
  expect(await untilState(app, staff, id, 'WAITING')).toMatchObject({ done: 150 })
  givenWorker(app)
  // Sooner than a process that gives no sign is taken for dead.
  await untilState(app, staff, id, 'DONE', 12_000)
  expect(await marks(app, id)).toMatchObject({ rows: 300, things: 300 })
}, 30_000)

test('two processes share the jobs, and each job is done once', async ({ app }) => {
  const staff = await app.given.admin()
  const ids: number[] = []
  for (let job = 0; job < 8; job++)
    ids.push(await startAs(app, staff, (starter) => startBulk(starter, markRows, {}, numbers(1, 130))))
  await Promise.all([givenProcess(app), givenProcess(app)])
  for (const id of ids) {
    await untilState(app, staff, id, 'DONE')
    expect(await marks(app, id)).toMatchObject({ rows: 130, things: 130 })
  }
}, 30_000)

test('a worker that wakes after its job went to another process changes nothing', async ({ app }) => {
  const staff = await app.given.admin()
  const gate = await givenGate(app)
  const id = await startAs(app, staff, (starter) => startJob(starter, writeLines, { lines: 3, gated: true }))
  const process = await givenProcess(app)
  await gate.reached()
  // As a machine that is put to sleep.
  process.kill('SIGSTOP')
  givenWorker(app)
  await gate.reached(2, 60_000)
  process.kill('SIGCONT')
  gate.open()
  const done = await untilState(app, staff, id, 'DONE')
  expect(done).toMatchObject({ done: 3, file: { name: 'lines.csv', size: 21 } })
  const ends = await app.sql.owner.query(`select from audit where action = 'jobs.end' and subject_id = $1`, [
    String(id),
  ])
  expect(ends.rows.length).toBe(1)
  await expect.poll(() => app.services.files.spooled()).toEqual([])
}, 90_000)

test('a job that ended its process six times ends, and what was written goes', async ({ app }) => {
  const staff = await app.given.admin()
  const gate = await givenGate(app)
  const id = await startAs(app, staff, (starter) => startJob(starter, writeLines, { lines: 3, gated: true }))
  const process = await givenProcess(app)
  await gate.reached()
  const exited = once(process, 'exit')
  process.kill('SIGKILL')
  await exited
  gate.open()
  await app.sql.owner.query(`update job set tries = 6, next_at = now() where id = $1`, [id])
  await keepHouse(app.services)
  expect(await untilState(app, staff, id, 'FAILED')).toMatchObject({ error: 'JOB_LOST' })
  expect(await app.services.files.spooled()).toEqual([])
})

test('a late failure of the old worker does not end a job that was resumed', async ({ app }) => {
  const { db } = app.services.database
  const staff = await app.given.admin()
  const id = await startAs(app, staff, (starter) => startBulk(starter, markRows, {}, numbers(1, 10)))
  const held = await takeJob(db, [markRows.name])
  await app.as(staff).call(jobs.cancel, { params: { id } })
  await app.as(staff).call(jobs.retry, { params: { id } })
  const again = await takeJob(db, [markRows.name])
  if (held) expect(await noteProgress(db, held, 7, 7)).toBe(false)
  expect(await endJob(db, { id, run: held?.run ?? 0 }, { state: 'FAILED', error: 'INTERNAL' })).toBeUndefined()
  if (again) await giveBack(db, again)
  givenWorker(app)
  expect(await untilState(app, staff, id, 'DONE')).toMatchObject({ done: 10, succeeded: 10 })
})

const leaseRunsOut = ({ sql: { owner } }: TestApp) =>
  owner.query(`update job set next_at = now() - interval '1 second'`)

test('a batch under way keeps its job from other workers, however long it takes', async ({ app }) => {
  const { db } = app.services.database
  const staff = await app.given.admin()
  const id = await startAs(app, staff, (starter) => startBulk(starter, markRows, {}, numbers(1, 10)))
  const held = await takeJob(db, [markRows.name])
  expect(await takeJob(db, [markRows.name])).toBeUndefined()
  await leaseRunsOut(app)
  await inTransaction(db, async (tx) => {
    if (held) await holdJob(tx, held)
    if (held) await giveBack(db, held)
    expect(await takeJob(db, [markRows.name])).toBeUndefined()
    await keepHouse(app.services)
  })
  expect(await takeJob(db, [writeLines.name])).toBeUndefined()
  expect(await takeJob(db, [markRows.name])).toMatchObject({ id, run: 2 })
  await app.as(staff).call(jobs.cancel, { params: { id } })
})

test('a job that gets nowhere is taken six times, and ends', async ({ app }) => {
  const { db } = app.services.database
  const staff = await app.given.admin()
  const id = await startAs(app, staff, (starter) => startBulk(starter, markRows, {}, numbers(1, 10)))
  for (let claim = 1; claim <= 6; claim++) {
    await keepHouse(app.services)
    expect(await takeJob(db, [markRows.name])).toMatchObject({ id, run: claim })
    await leaseRunsOut(app)
  }
  expect(await takeJob(db, [markRows.name])).toBeUndefined()
  await keepHouse(app.services)
  expect(await untilState(app, staff, id, 'FAILED')).toMatchObject({ error: 'JOB_LOST' })
})
