import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { auth } from '#contract/auth.ts'
import { bell } from '#contract/bell.ts'
import { dashboard } from '#contract/dashboard.ts'
import { entry } from '#contract/entry.ts'
import { floats } from '#contract/floats.ts'
import { payments } from '#contract/payments.ts'
import { responses } from '#contract/responses.ts'
import { returned } from '#contract/returned.ts'
import { tasks } from '#contract/tasks.ts'
import { buildApp } from '../app.ts'
import { openLive } from '../http/live.ts'
import type { Caller } from '../test/caller.ts'
import { test, type TestApp } from '../test/with-app.ts'
import { test as paymentTest } from '../test/with-payments.ts'

async function rung(caller: Caller): Promise<Record<string, number>> {
  const { data } = await caller.call(bell.get)
  return Object.fromEntries(data.entries.map(({ kind, n }) => [kind, n]))
}

/** The events of a real connection, one after the other; undefined when it has ended. */
async function listen(url: string, token: string) {
  const response = await fetch(`${url}/api/v1/account/bell`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    response,
    async next(): Promise<{ entries: { kind: string; n: number }[] } | undefined> {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end >= 0) {
          const event = text.slice(0, end)
          text = text.slice(end + 2)
          if (event.startsWith('data: ')) return JSON.parse(event.slice(6)) as { entries: [] }
        } else {
          const read = await reader?.read()
          if (!read || read.done) return undefined
          text += read.value
        }
      }
    },
  }
}

async function withStreams(app: TestApp, body: (url: string, server: FastifyInstance) => Promise<void>) {
  const live = openLive(app.services.database.db, app.services.settings, { everyMs: 30 })
  const server = await buildApp({ ...app.services, live })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  try {
    await body(url, server)
  } finally {
    await server.close()
  }
}

test('A reviewer is told of the responses they may review, as many as their list has', async ({ given, as, sql }) => {
  const reviewer = await given.admin({ permissions: ['responses.read', 'responses.review'] })
  const caller = as(reviewer)
  expect(await rung(caller)).toEqual({})
  const open = await given.survey()
  const closed = await given.survey()
  await sql.owner.query(`update survey set accessibility = 'PUBLIC' where id = $1`, [open.id])
  await sql.owner.query(`update survey set accessibility = 'PRIVATE' where id = $1`, [closed.id])
  await given.responses(open, 3)
  await given.responses(open, 1, { status: 'APPROVED' })
  await given.responses(closed, 2)
  const pilot = await given.survey({ status: 'PILOT' })
  await sql.owner.query(`update survey set accessibility = 'PUBLIC' where id = $1`, [pilot.id])
  await given.responses(pilot, 2)
  const listed = await caller.call(responses.list, { query: { status: 'RECEIVED,EDITED,IN_REVIEW' } })
  expect(listed.total).toBe(3)
  expect(await rung(caller)).toEqual({ responses: 3 })
  expect(await rung(as(await given.admin({ permissions: ['responses.read'] })))).toEqual({})
})

test('A collector is told of their own returned responses, as many as they can correct', async ({ given, as, sql }) => {
  const [reviewer, person, other] = [
    as(await given.admin()),
    await given.admin({ permissions: ['responses.enter'] }),
    as(await given.admin({ permissions: ['responses.enter', 'surveys.all'] })),
  ]
  const survey = await given.survey()
  const open = (word: string) =>
    sql.owner.query('update survey set accessibility = $2 where id = $1', [survey.id, word])
  await open('PUBLIC')
  const collector = as(person)
  const ids: number[] = []
  for (const phone of ['+258847000031', '+258847000032', '+258847000033']) {
    const answers = { name: 'Ana', members: 4 }
    const body = { surveyId: survey.id, source: 'STAFF', participantPhone: phone, answers } as const
    ids.push((await collector.call(entry.send, { body })).data.id)
  }
  expect(await rung(collector)).toEqual({})
  for (const id of ids.slice(1))
    for (const formStatus of ['IN_REVIEW', 'HAS_ISSUES'] as const)
      await reviewer.call(responses.move, { params: { id }, body: { formStatus } })
  expect(await rung(collector)).toEqual({ returned: 2 })
  expect((await collector.call(returned.list, { query: {} })).total).toBe(2)
  expect(await rung(other)).not.toHaveProperty('returned')
  await open('PRIVATE')
  expect(await rung(collector)).toEqual({})
})

test('A person is told of their own open tasks alone', async ({ given, as }) => {
  const staff = await given.admin({ permissions: ['tasks.read', 'tasks.write', 'surveys.all'] })
  const other = await given.admin()
  const survey = await given.survey()
  for (const assigneeId of [staff.id, staff.id, other.id])
    await as(staff).call(tasks.create, { body: { surveyId: survey.id, assigneeId } })
  expect(await rung(as(staff))).toEqual({ tasks: 2 })
})

paymentTest(
  'An approver hears of payments that wait for them and of a float that is too low',
  async ({ given, maker, approver, authorizer, sql }) => {
    const { ids } = await given.payments({ count: 3 })
    await maker.call(payments.bulkInitiate, { body: { ids } })
    expect(await rung(maker)).not.toHaveProperty('payments')
    expect(await rung(approver)).toMatchObject({ payments: 3, desk: 1 })
    await given.float({ amountMinor: 200_000 })
    expect(await rung(approver)).not.toHaveProperty('desk')
    await approver.call(payments.bulkApprove, { body: { ids } })
    await authorizer.call(payments.bulkAuthorize, { body: { ids } })
    expect(await rung(approver)).not.toHaveProperty('payments')
    expect(await rung(approver)).not.toHaveProperty('desk')
    const sent = `sent_at = now() - interval '16 minutes'`
    for (const change of [`state = 'SENDING', fence = 1, sends = 1`, `state = 'UNKNOWN', ${sent}`])
      await sql.owner.query(`update attempt set ${change} where payable_id = $1`, [ids[0]])
    expect(await rung(approver)).toMatchObject({ desk: 1 })
  },
)

paymentTest(
  'A request to fund a float waits for those who may confirm it, not for its asker',
  async ({ approver, authorizer }) => {
    const body = { into: { currency: 'MZN', amount: '10' }, reference: 'Bank 1', day: '2026-01-02', note: 'Slip 7' }
    const { id } = (await approver.call(floats.ask, { body })).data
    expect(await rung(authorizer)).toMatchObject({ funding: 1 })
    expect((await authorizer.call(dashboard.get)).data.payments?.fundingForMe).toBe(1)
    expect((await approver.call(dashboard.get)).data.payments?.fundingForMe).toBe(0)
    expect(await rung(approver)).not.toHaveProperty('funding')
    await authorizer.call(floats.confirm, { params: { id } })
    expect(await rung(authorizer)).not.toHaveProperty('funding')
  },
)

test('Alarms of the nightly checks are told to those who may look into them', async ({ given, as, sql }) => {
  const auditor = as(await given.admin({ permissions: ['logs.read', 'payments.read'] }))
  await sql.owner.query(`insert into books_check (milliseconds, broken) values (1, '[{"rule": "a"}]')`)
  await sql.owner.query(
    `insert into counter_check (day, alarms) values ('2026-01-01', '[{"counter": "a"}, {"counter": "b"}]')`,
  )
  expect(await rung(auditor)).toMatchObject({ desk: expect.any(Number) as number, counters: 2 })
  expect(await rung(as(await given.admin({ permissions: ['users.read'] })))).toEqual({})
  await sql.owner.query(`insert into books_check (milliseconds, broken) values (1, '[]')`)
  await sql.owner.query(`insert into counter_check (day, alarms) values ('2026-01-02', '[]')`)
  expect(await rung(auditor)).toEqual({})
})

test('The bell knows when its owner last opened it, and no look at it is on the trail', async ({ given, as, sql }) => {
  const staff = await given.admin()
  const seenAt = async () => (await as(staff).call(bell.get)).data.seenAt
  expect(await seenAt()).toBeNull()
  await as(staff).call(dashboard.putMark, { params: { mark: 'bell' } })
  expect(await seenAt()).not.toBeNull()
  const { rows } = await sql.owner.query(`select from audit where actor_id = $1`, [staff.id])
  expect(rows).toEqual([])
})

test('An open page does not keep its session alive', async ({ given, as, sql }) => {
  const staff = await given.admin()
  await sql.owner.query(`update session set last_used_at = now() - interval '20 minutes' where person_id = $1`, [
    staff.id,
  ])
  const usedNow = async () => {
    const { rows } = await sql.owner.query<{ fresh: boolean }>(
      `select last_used_at > now() - interval '1 minute' as fresh from session where person_id = $1`,
      [staff.id],
    )
    return rows[0]?.fresh
  }
  await as(staff).call(bell.get)
  expect(await usedNow()).toBe(false)
  await as(staff).call(dashboard.get)
  expect(await usedNow()).toBe(true)
})

test('A stream tells what it is at once and each change, and ends with its session', async ({ app }) => {
  const { given, sql } = app
  await withStreams(app, async (url) => {
    const reviewer = await given.admin({ permissions: ['responses.read', 'responses.review', 'surveys.all'] })
    const other = await given.admin({ permissions: ['users.read'] })
    const events = await listen(url, reviewer.token)
    expect(events.response.headers.get('content-type')).toBe('text/event-stream')
    const quiet = await listen(url, other.token)
    const before = (await events.next())?.entries.find(({ kind }) => kind === 'responses')?.n ?? 0
    expect(await quiet.next()).toMatchObject({ entries: [] })
    await given.responses(await given.survey(), 2)
    expect(await events.next()).toMatchObject({ entries: [{ kind: 'responses', n: before + 2 }] })
    await sql.owner.query(`delete from session where person_id = any($1)`, [[reviewer.id, other.id]])
    expect(await events.next()).toBeUndefined()
    expect(await quiet.next()).toBeUndefined()
    expect((await listen(url, reviewer.token)).response.status).toBe(401)
  })
})

test('A shutdown waits for no stream, and a session gets no eleventh stream', async ({ app }) => {
  const { token } = await app.given.admin()
  await withStreams(app, async (url, server) => {
    const streams = await Promise.all(Array.from({ length: 10 }, () => listen(url, token)))
    for (const stream of streams) expect(await stream.next()).toBeDefined()
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    expect((await server.inject({ url: '/api/v1/account/bell', headers })).statusCode).toBe(503)
    await server.close()
    expect(await streams[0]?.next()).toBeUndefined()
  })
})

test('One person takes twenty streams at most, over all of their sessions', async ({ app }) => {
  const password = 'correct horse battery'
  const { username, token } = await app.given.admin({ password })
  const signIn = () => app.as(undefined).call(auth.login, { body: { username, password } })
  const tokens = [token, (await signIn()).AccessToken, (await signIn()).AccessToken]
  await withStreams(app, async (url) => {
    const statuses: number[] = []
    for (const each of tokens) for (let n = 0; n < 8; n += 1) statuses.push((await listen(url, each)).response.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.slice(20)).toEqual([503, 503, 503, 503])
  })
})

test('Asking for the head of the bell opens no stream, however often it is asked', async ({ app }) => {
  const { token } = await app.given.admin()
  await withStreams(app, async (url) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
    for (let n = 0; n < 11; n += 1) {
      const { status } = await fetch(`${url}/api/v1/account/bell`, { method: 'HEAD', headers })
      expect(status).toBe(200)
    }
    expect(await (await listen(url, token)).next()).toBeDefined()
  })
})
