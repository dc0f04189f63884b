/** A primary dies under load and its synchronous standby takes over: the app goes on by itself, and loses nothing. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companies } from '#contract/companies.ts'
import { excels } from '#contract/downloads.ts'
import { entry } from '#contract/entry.ts'
import { insight } from '#contract/insight.ts'
import { jobs } from '#contract/jobs.ts'
import { payments } from '#contract/payments.ts'
import { surveyTokens } from '#contract/survey-tokens.ts'
import { buildApp, jobKinds } from '../app.ts'
import { openFileStore } from '../files/file-store.ts'
import { refusalOf } from '../http/failure.ts'
import { openLive } from '../http/live.ts'
import { startJobWorker } from '../jobs/worker.ts'
import { brokenInvariants } from '../payments/books/invariants.ts'
import { gsmaProvider } from '../payments/providers/gsma.ts'
import { simulatorAccountId } from '../payments/simulator/disbursement.ts'
import { startSimulator } from '../payments/simulator/server.ts'
import { watchDatabase } from '../payments/worker/database-watch.ts'
import { startPaymentWorker } from '../payments/worker/worker.ts'
import { parseSettings } from '../settings.ts'
import { caller } from '../test/caller.ts'
import { makeGiven } from '../test/given.ts'
import { startPair } from '../test/standby.ts'
import { findWriter } from './hosts.ts'
import { openDatabase } from './pool.ts'

/** A busy machine fails no test. */
const patience = { timeout: 30_000 }

const running = new AsyncDisposableStack()
afterAll(() => running.disposeAsync())

let house: Awaited<ReturnType<typeof startHouse>>
beforeAll(async () => {
  house = await startHouse()
})

async function startHouse() {
  const pair = running.use(await startPair())
  const dataDir = await mkdtemp(join(tmpdir(), 'canvass-hosts-'))
  running.defer(() => rm(dataDir, { recursive: true, force: true }))
  const hosts = [pair.primary, pair.standby].map(({ appUrl }) => appUrl)
  const moves: string[] = []
  const database = openDatabase(pair.primary.appUrl, {
    max: 8,
    hosts,
    moved: (line) => moves.push(line),
    replica: { url: pair.standby.appUrl, waitMs: 20_000 },
  })
  running.defer(() => database.close())
  const settings = parseSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const live = openLive(database.db, settings)
  const services = { database, settings, files: await openFileStore({ dataDir }), live }
  const server = await buildApp(services, `${dataDir}/pages/`)
  running.defer(() => server.close())
  const log = { error: () => undefined }
  const jobs = startJobWorker({ services, kinds: jobKinds, log, pollMs: 100 })
  running.defer(() => jobs.stop())
  const simulator = await startSimulator({ port: 0, host: '127.0.0.1', delayMs: 0, faultMs: 500 })
  running.defer(() => simulator.close())
  const provider = gsmaProvider({ baseUrl: simulator.url, accountId: simulatorAccountId, timeoutMs: 5000 })
  const watch = watchDatabase({ db: database.db, dataDir, log })
  const pace = { perSecond: 50, leaseMs: 3000, visibilityMs: 1000, askAfterMs: 100, pollMs: 100 }
  const payer = startPaymentWorker({ database, provider, log, watch, ...pace })
  running.defer(() => payer.stop())
  const given = makeGiven(pair.primary.owner)
  const person = async () => {
    const staff = await given.admin()
    return { ...staff, ...caller(server, staff.token) }
  }
  return { pair, hosts, moves, services, server, simulator, given, person }
}

type Person = Awaited<ReturnType<typeof house.person>>

/** Sends responses one after the other, each until it is taken. Notes the others' answers. */
function sender(person: Person, surveyId: number, name: string, answers: Map<string, number>) {
  const acknowledged: string[] = []
  const over = new AbortController()
  const done = (async () => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const clientUuid = `${name}-${n}`
      const body = { surveyId, clientUuid, answers: { name: clientUuid, members: 3 } }
      for (;;) {
        const { status, headers } = await person.raw(entry.send, { body })
        const told = `${status}${headers['retry-after'] === undefined ? '' : ' come again'}`
        answers.set(told, (answers.get(told) ?? 0) + 1)
        if (status === 201) break
        await wait(50)
      }
      acknowledged.push(clientUuid)
    }
  })()
  return {
    acknowledged,
    async stop() {
      over.abort()
      await done
    },
  }
}

test('a session of a host that only reads is refused as one that is on its way up', async () => {
  const database = openDatabase(house.pair.standby.appUrl, { max: 1 })
  const refused = await sql`select`.execute(database.db).catch(refusalOf)
  expect(refused).toMatchObject({ code: 'UNAVAILABLE', details: { retryAfterSeconds: 2 } })
  await database.close()
  await expect(findWriter([house.pair.standby.appUrl])).rejects.toThrow(/^127\.0\.0\.1:\d+: takes no writes$/)
})

test('long readings go to a replica with all that was written, else to the primary', async () => {
  const { pair, services, server, given, person } = house
  const { standby } = pair
  const reader = await person()
  const survey = await given.survey()
  const tokenOf = { kind: 'READ', name: 'Excel', personal: true }
  const { data: made } = await reader.call(surveyTokens.create, { params: { id: survey.id }, body: tokenOf })
  let sent = 0
  /** Sends one more, and reads at once how many there are: in a file, in the feed and in the charts. */
  async function sendAndRead(): Promise<number[]> {
    sent += 1
    const answers = { name: `Ana ${sent}`, members: 3 }
    await reader.call(entry.send, { body: { surveyId: survey.id, answers } })
    const file = await reader.raw(excels.download, { query: { surveyId: survey.id, format: 'csv' } })
    const headers = { authorization: `Bearer ${made.token}` }
    const feed = await server.inject({ url: `/odata/${survey.id}/Responses/$count`, headers })
    const { data: charts } = await reader.call(insight.ofSurvey, { params: { surveyId: survey.id } })
    return [file.bytes.toString().match(/Ana/g)?.length ?? 0, Number(feed.body), charts.total]
  }
  const { replica } = services.database
  if (!replica) throw new Error('The house has a replica')
  const served = () => ({ ...replica.served })
  for (let n = 1; n <= 6; n += 1) expect(await sendAndRead()).toEqual([n, n, n])
  expect(served()).toEqual({ replica: 18, primary: 0 })
  const scans = `select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) > 0 as "isRead" from pg_stat_user_tables where relname = 'form_doc'`
  await expect.poll(async () => (await standby.owner.query(scans)).rows).toEqual([{ isRead: true }])
  const { data: job } = await reader.call(companies.export, { body: { format: 'CSV' } })
  await expect
    .poll(async () => (await reader.call(jobs.get, { params: { id: job.jobId } })).data.state, patience)
    .toBe('DONE')
  expect(served()).toEqual({ replica: 19, primary: 0 })

  await standby.owner.query('select pg_wal_replay_pause()')
  replica.waitMs = 100
  expect(await sendAndRead()).toEqual([7, 7, 7])
  expect(served()).toEqual({ replica: 19, primary: 3 })
  await standby.owner.query('select pg_wal_replay_resume()')
  replica.waitMs = 20_000
  expect(await sendAndRead()).toEqual([8, 8, 8])
  expect(served()).toEqual({ replica: 22, primary: 3 })

  await pair.waitForStandby(false)
  await standby.kill()
  expect(await sendAndRead()).toEqual([9, 9, 9])
  expect(served()).toEqual({ replica: 22, primary: 6 })
  await standby.start()
  await pair.waitForStandby(true)
  expect(await sendAndRead()).toEqual([10, 10, 10])
  expect(served()).toEqual({ replica: 25, primary: 6 })
})

test('a standby takes over under load: nothing is lost, no payee is paid twice', async () => {
  const { pair, hosts, moves, services, simulator, given, person } = house
  const { primary, standby } = pair
  const [maker, approver, authorizer] = [await person(), await person(), await person()]
  const survey = await given.survey()
  const phones = Array.from({ length: 150 }, (_, n) => `+25884030${1000 + n}`)
  const people = { initiatedBy: maker.id, approvedBy: approver.id }
  const { ids } = await given.payments({ phones, status: 'APPROVED', ...people })
  await given.float({ amountMinor: 150 * 50_000 })
  await authorizer.call(payments.bulkAuthorize, { body: ids })

  const answers = new Map<string, number>()
  const senders = Array.from({ length: 8 }, (_, n) => sender(maker, survey.id, `sender-${n}`, answers))
  const taken = () => senders.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
  await expect.poll(taken, patience).toBeGreaterThan(100)
  await expect.poll(() => simulator.ledger.payments().length, patience).toBeGreaterThan(10)
  await primary.kill()
  const before = taken()
  await expect.poll(() => answers.get('503 come again'), patience).toBeGreaterThan(8)
  await pair.promote()
  await expect.poll(taken, patience).toBeGreaterThan(before + 100)
  await Promise.all(senders.map((each) => each.stop()))

  // An answer is that it was taken, or that it may come again.
  expect([...answers.keys()].toSorted()).toEqual(['201', '503 come again'])
  const { rows } = await standby.owner.query<{ client_uuid: string }>(
    'select client_uuid from form where survey_id = $1',
    [survey.id],
  )
  const kept = rows.map(({ client_uuid }) => client_uuid).toSorted()
  expect(kept).toEqual(senders.flatMap(({ acknowledged }) => acknowledged).toSorted())
  expect(moves).toEqual([`The database is at ${new URL(standby.appUrl).host} now`])

  const status = () =>
    standby.owner
      .query('select status, count(*)::int as n from payable where id = any($1) group by 1', [ids])
      .then(({ rows: found }) => found)
  await expect.poll(status, patience).toEqual([{ status: 'SUCCESSFUL', n: 150 }])
  const paid = Map.groupBy(simulator.ledger.payments(), ({ msisdn }) => msisdn)
  expect(phones.map((phone) => paid.get(phone)?.length)).toEqual(phones.map(() => 1))
  expect(await brokenInvariants(services.database.db)).toEqual([])
  const life = await standby.owner.query('select timeline from database_life order by id')
  expect(life.rows).toEqual([{ timeline: 1 }, { timeline: 2 }])
  const stops = await standby.owner.query('select kind from payment_stop')
  expect(stops.rows).toEqual([])
  // Jobs go on as well.
  const { data } = await maker.call(companies.export, { body: { format: 'CSV' } })
  await expect
    .poll(async () => (await maker.call(jobs.get, { params: { id: data.jobId } })).data.state, patience)
    .toBe('DONE')

  // The former primary comes back as one: it is not believed.
  await primary.start()
  expect(await findWriter(hosts)).toBe(standby.appUrl)
})
