import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { bell } from '#contract/bell.ts'
import { entry } from '#contract/entry.ts'
import { responses } from '#contract/responses.ts'
import { webhooks } from '#contract/webhooks.ts'
import { type WebhookEvent, webhookEvents } from '#domain/webhooks.ts'
import type { Caller } from '../test/caller.ts'
import { answered, paidAs, refusedWith } from '../test/ended-payments.ts'
import { type TestApp, test } from '../test/with-app.ts'
import { test as payments } from '../test/with-payments.ts'
import { post } from './post.ts'
import { openReceiver } from './test/receiver.ts'

let phones = 258_847_100_000

async function enterResponse(staff: Caller, surveyId: number): Promise<number> {
  const answers = { name: 'Ana', members: 4 }
  const participantPhone = `+${(phones += 1)}`
  return (await staff.call(entry.send, { body: { surveyId, source: 'STAFF', participantPhone, answers } })).data.id
}

function move(staff: Caller, id: number, formStatus: string) {
  return staff.call(responses.move, { params: { id }, body: { formStatus, reason: 'Looked at' } })
}

async function deliveriesOf(staff: Caller, query: Record<string, string> = {}) {
  return (await staff.call(webhooks.deliveries, { query })).list
}

async function givenHouse(app: TestApp) {
  const admin = await app.given.admin()
  const survey = await app.given.survey({ allowMultipleResponses: true })
  return { admin, staff: app.as(admin), survey }
}

test('a receiver gets the events it wants, signed as a program of others verifies it', async ({ app }) => {
  await using receiver = await openReceiver(app)
  const { admin, staff, survey } = await givenHouse(app)
  const { id, secret } = await receiver.enter(admin, { events: [...webhookEvents] })
  const responseId = await enterResponse(staff, survey.id)
  await move(staff, responseId, 'IN_REVIEW')
  await move(staff, responseId, 'APPROVED')
  await receiver.send()
  await receiver.send()
  const ids = { surveyId: survey.id, responseId }
  expect(receiver.arrived.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'response.received', data: { ...ids, status: 'RECEIVED', version: 1 } },
    { type: 'response.approved', data: { ...ids, status: 'APPROVED', version: 3 } },
  ])
  for (const { headers, body } of receiver.arrived) {
    const verified = new Webhook(secret).verify(body, headers as Record<string, string>)
    expect(verified).toMatchObject({ data: ids })
    expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow()
  }
  const [last] = await deliveriesOf(receiver.as(admin))
  expect(last).toMatchObject({ webhookId: id, state: 'DELIVERED', tries: 1, status: 204, code: null, nextAt: null })
  expect(JSON.stringify((await receiver.as(admin).call(webhooks.list)).list)).not.toContain(secret)
})

test('a new secret signs beside the one before', async ({ app }) => {
  await using receiver = await openReceiver(app)
  const { admin, staff, survey } = await givenHouse(app)
  const { id, secret } = await receiver.enter(admin, { events: ['response.received'] })
  const rotated = (await receiver.as(admin).call(webhooks.rotate, { params: { id } })).data.secret
  await enterResponse(staff, survey.id)
  await receiver.send()
  const [{ body, headers } = { body: '', headers: {} }] = receiver.arrived
  for (const each of [secret, rotated]) new Webhook(each).verify(body, headers as Record<string, string>)
  await app.sql.owner.query(`update webhook set former_until = now()`)
  await enterResponse(staff, survey.id)
  await receiver.send()
  const later = receiver.arrived[1]
  expect(() => new Webhook(secret).verify(later?.body ?? '', later?.headers as Record<string, string>)).toThrow()
})

payments('surveys, payments and jobs are told to who wants them, in its surveys alone', async ({ app }) => {
  await using receiver = await openReceiver(app)
  const { admin, survey } = await givenHouse(app)
  const other = await app.given.survey()
  await receiver.enter(admin, { name: 'All', events: [...webhookEvents] })
  await receiver.enter(admin, { name: 'One', events: ['survey.closed', 'job.done'], surveyIds: [other.id] })
  const { sql } = app
  for (const { id } of [survey, other])
    await sql.owner.query(`update survey set status = 'CLOSED', closed_at = now() where id = $1`, [id])
  await sql.owner.query(`insert into job (kind, payload, asker_id, state) values ('a.b', '{}', $1, 'RUNNING')`, [
    admin.id,
  ])
  await sql.owner.query(`update job set state = 'DONE', finished_at = now(), expires_at = now() where kind = 'a.b'`)
  const { ids } = await app.given.payments({ count: 2 })
  await app.given.float({ amountMinor: 200_000 })
  await answered(app, ids.slice(0, 1), paidAs(50_000))
  await answered(app, ids.slice(1), refusedWith('PAYEE_LIMIT_REACHED'))
  const incident = await sql.owner.connect()
  await incident.query(
    `begin; alter table incident disable trigger user; alter table incident enable trigger tell_incident`,
  )
  await incident.query(
    `insert into incident (kind, payable_id, attempt_no, provider_ref) values ('PAID_TWICE', $1, 1, 'x')`,
    [ids[0]],
  )
  const { rows } = await incident.query<{ name: string; event: WebhookEvent; payment: string | null }>(
    `select w.name, d.event, d.about ->> 'paymentId' as payment from webhook_delivery d join webhook w on w.id = d.webhook_id
       order by w.name, d.event`,
  )
  await incident.query('rollback')
  incident.release()
  const [paid, failed] = ids.map(String)
  expect(rows).toEqual([
    { name: 'All', event: 'job.done', payment: null },
    { name: 'All', event: 'payment.failed', payment: failed },
    { name: 'All', event: 'payment.incident', payment: paid },
    { name: 'All', event: 'payment.paid', payment: paid },
    { name: 'All', event: 'survey.closed', payment: null },
    { name: 'All', event: 'survey.closed', payment: null },
    { name: 'One', event: 'survey.closed', payment: null },
  ])
})

test('answers come by the rights of who saved the receiver last', async ({ app }) => {
  await using receiver = await openReceiver(app)
  const { admin, staff } = await givenHouse(app)
  const asks = [
    { code: 'name', type: 'TEXT', personal: true },
    { code: 'members', type: 'INTEGER' },
  ] as const
  const survey = await app.given.survey({ allowMultipleResponses: true, sections: [[...asks]] })
  const plain = await app.given.admin({ permissions: ['settings.write', 'surveys.all', 'responses.export'] })
  const wanted = { events: ['response.received'], withAnswers: true }
  const { id } = await receiver.enter(admin, wanted)
  const told = async () => {
    await enterResponse(staff, survey.id)
    await receiver.send()
    return receiver.arrived.at(-1)?.data['answers']
  }
  expect(await told()).toMatchObject({ name: 'Ana', members: 4, _status: 'RECEIVED' })
  const saved = await receiver.as(plain).call(webhooks.update, { params: { id }, body: { name: 'Mine' } })
  expect(saved.data.rightsOf).toMatchObject({ id: plain.id })
  const seen = await told()
  expect(seen).toMatchObject({ members: 4 })
  expect(seen).not.toHaveProperty('name')
  expect(JSON.stringify(seen)).not.toContain(String(phones))
  await app.sql.owner.query(`update person set status = 'SUSPENDED' where id = $1`, [plain.id])
  expect(await told()).toBeUndefined()
  expect(receiver.arrived).toHaveLength(3)
})

test('a receiver is on an allowed host, at no private address, in surveys of its maker', async ({ app }) => {
  await using receiver = await openReceiver(app, ['127.0.0.1', 'localhost', '*.example.org', 'hooks.example.com'])
  const { admin, survey } = await givenHouse(app)
  const events = ['response.received']
  for (const url of [
    'https://example.org/a',
    'https://evil-example.org/',
    'https://hooks.example.com.evil.net/',
    'http://hooks.example.com/',
    'https://user:secret@hooks.example.com/',
    'ftp://127.0.0.1/',
    'https://10.0.0.7/',
    'nothing',
  ])
    await expect(receiver.enter(admin, { url, events }), url).rejects.toMatchObject({ errors: [{ path: 'url' }] })
  await receiver.enter(admin, { url: 'https://a.example.org/x?key=1', events })
  // Its name is allowed; its address is not.
  const url = receiver.url.replace('127.0.0.1', 'localhost')
  await using strict = await openReceiver(app, ['localhost'])
  await receiver.enter(admin, { url, events, name: 'By name' })
  const limited = await app.given.admin({ permissions: ['settings.write', 'surveys.read'] })
  await expect(receiver.enter(limited, { events })).rejects.toMatchObject({
    errors: [{ path: 'surveyIds', code: 'REQUIRED' }],
  })
  await expect(receiver.enter(limited, { events, surveyIds: [survey.id] })).rejects.toMatchObject({
    errors: [{ path: 'surveyIds', code: 'NOT_ALLOWED' }],
  })
  await app.sql.owner.query(`delete from webhook where name <> 'By name'`)
  await enterResponse(app.as(admin), survey.id)
  await strict.send()
  expect((await deliveriesOf(receiver.as(admin)))[0]).toMatchObject({ state: 'WAITING', code: 'PRIVATE_ADDRESS' })
  expect(receiver.arrived).toEqual([])
})

test('redirects, errors and endless answers end in a clear word, and none is followed', async ({ app }) => {
  await using receiver = await openReceiver(app)
  const { admin, staff, survey } = await givenHouse(app)
  await receiver.enter(admin, { events: ['response.received'] })
  const tell = async (as: typeof receiver.answer.as) => {
    receiver.answer.as = as
    await enterResponse(staff, survey.id)
    await receiver.hurry()
    await receiver.send()
    const [last] = await deliveriesOf(receiver.as(admin))
    await app.sql.owner.query('delete from webhook_delivery')
    return last
  }
  expect(await tell((reply) => reply.writeHead(302, { location: receiver.url }).end())).toMatchObject({
    state: 'WAITING',
    code: 'REDIRECT',
    status: 302,
  })
  expect(await tell((reply) => reply.writeHead(500).end('no\u0000 room'))).toMatchObject({
    code: 'HTTP_500',
    answer: 'no  room',
  })
  expect(await tell((reply) => reply.destroy())).toMatchObject({ code: 'ECONNRESET', status: null })
  const huge = Buffer.alloc(10 * 1024 * 1024, 'x')
  const cut = await tell((reply) => reply.writeHead(200).end(huge))
  expect(cut).toMatchObject({ state: 'DELIVERED', code: 'ANSWER_CUT', answer: 'x'.repeat(500) })
  expect(receiver.arrived).toHaveLength(4)
})

test('a receiver that does not answer in time is given up', async ({ app }) => {
  await using receiver = await openReceiver(app)
  receiver.answer.as = () => undefined
  const message = { id: '1', body: '{}', secrets: ['whsec_AAAA'] }
  const outcome = await post(receiver.url, message, ['127.0.0.1'], 200)
  expect(outcome).toMatchObject({ isDelivered: false, code: 'TIMEOUT', status: null })
  // An answer that drips for ever has been given by its status.
  receiver.answer.as = (reply) => void reply.writeHead(200).write('slowly')
  expect(await post(receiver.url, message, ['127.0.0.1'], 200)).toMatchObject({ isDelivered: true, answer: 'slowly' })
})

test('events of one response arrive in order, though the first one fails', async ({ app }) => {
  await using receiver = await openReceiver(app)
  const { admin, staff, survey } = await givenHouse(app)
  await receiver.enter(admin, { events: [...webhookEvents] })
  const [first, second] = [await enterResponse(staff, survey.id), await enterResponse(staff, survey.id)]
  await move(staff, first, 'IN_REVIEW')
  await move(staff, first, 'APPROVED')
  receiver.answer.as = (reply, { data }) => reply.writeHead(data['responseId'] === first ? 503 : 200).end()
  await receiver.send()
  const seen = () => receiver.arrived.map(({ type, data }) => `${type} ${data['responseId'] === first ? 1 : 2}`)
  expect(seen().toSorted()).toEqual(['response.received 1', 'response.received 2'])
  receiver.answer.as = (reply) => reply.writeHead(200).end()
  await receiver.hurry()
  await receiver.send()
  expect(seen().slice(2)).toEqual(['response.received 1', 'response.approved 1'])
  const [a, b] = receiver.arrived.filter(({ data, type }) => data['responseId'] === first && /received/.test(type))
  expect(a?.headers['webhook-id']).toBe(b?.headers['webhook-id'])
  expect(second).toBeGreaterThan(first)
})

test('one that is down for a day is paused and told of; resumed, it gets everything', async ({ app }) => {
  await using receiver = await openReceiver(app)
  const { admin, staff, survey } = await givenHouse(app)
  const { id } = await receiver.enter(admin, { events: ['response.received'] })
  receiver.answer.as = (reply) => reply.writeHead(502).end()
  for (let n = 0; n < 3; n++) await enterResponse(staff, survey.id)
  await receiver.send()
  expect(receiver.arrived).toHaveLength(3)
  await receiver.send()
  expect(receiver.arrived).toHaveLength(3)
  await app.sql.owner.query(`update webhook set failing_since = now() - interval '25 hours'`)
  await receiver.hurry()
  await receiver.send()
  // A receiver that fails is asked by one message at a time.
  expect(receiver.arrived).toHaveLength(4)
  const as = receiver.as(admin)
  const [paused] = (await as.call(webhooks.list)).list
  expect(paused).toMatchObject({ pausedAt: expect.any(String) as string, waiting: 3 })
  expect((await as.call(bell.get)).data.entries).toContainEqual(expect.objectContaining({ kind: 'webhooks', n: 1 }))
  await enterResponse(staff, survey.id)
  await receiver.hurry()
  await receiver.send()
  expect(receiver.arrived).toHaveLength(4)
  receiver.answer.as = (reply) => reply.writeHead(200).end()
  await as.call(webhooks.update, { params: { id }, body: { paused: false } })
  await receiver.send()
  const delivered = await deliveriesOf(as, { state: 'DELIVERED' })
  expect(delivered).toHaveLength(4)
  expect((await as.call(bell.get)).data.entries.map(({ kind }) => kind)).not.toContain('webhooks')
  const again = [delivered[0]?.id]
  expect((await as.call(webhooks.replay, { body: { ids: again } })).data).toEqual({ replayed: 1 })
  const filter = { state: 'DELIVERED' }
  await expect(as.call(webhooks.replay, { body: { filter, expected: 4 } })).rejects.toMatchObject({
    code: 'SELECTION_CHANGED',
    data: { total: 3 },
  })
  expect((await as.call(webhooks.replay, { body: { filter, expected: 3 } })).data).toEqual({ replayed: 3 })
  const before = receiver.arrived.length
  await receiver.send()
  expect(receiver.arrived).toHaveLength(before + 4)
})

test('a house without receivers writes no row; a test event goes to its receiver', async ({ app }) => {
  await using receiver = await openReceiver(app)
  const { admin, staff, survey } = await givenHouse(app)
  const written = async () => (await app.sql.owner.query(`select from webhook_delivery`)).rowCount
  await enterResponse(staff, survey.id)
  expect(await written()).toBe(0)
  const { id } = await receiver.enter(admin, { events: ['job.done'] })
  await enterResponse(staff, survey.id)
  expect(await written()).toBe(0)
  await receiver.as(admin).call(webhooks.test, { params: { id } })
  await receiver.send()
  expect(receiver.arrived).toMatchObject([{ type: 'webhook.test', data: {} }])
})
