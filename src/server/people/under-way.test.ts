/** A call is admitted when its headers come and works when its body is there: what its caller loses in between is lost. */
import { once } from 'node:events'
import { type ClientRequest, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, onTestFinished } from 'vitest'
import { administrativeUnits } from '#contract/administrative-units.ts'
import { auth } from '#contract/auth.ts'
import { companies } from '#contract/companies.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { people } from '#contract/people.ts'
import { roles } from '#contract/roles.ts'
import { apiPrefix } from '../http/dispatch.ts'
import { hashToken } from '../http/session.ts'
import type { Caller } from '../test/caller.ts'
import type { Staff } from '../test/given.ts'
import { test, type TestApp } from '../test/with-app.ts'
import { untilWaiting } from '../test/until-waiting.ts'

const open = new Set<ClientRequest>()
afterAll(() => {
  for (const each of open) each.destroy()
})

interface SlowCall {
  endpoint: Endpoint
  params?: Record<string, string | number>
  body: string
  type?: string
}

/** Sends the headers and returns once the caller was admitted; `finish` sends the body and answers the status. */
async function begin({ server, sql }: TestApp, caller: Staff, { endpoint, params, body, type }: SlowCall) {
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
  // The server notes the use of a session that was long unused once it has admitted the caller.
  const session = hashToken(caller.token)
  await sql.owner.query(`update session set last_used_at = now() - interval '5 minutes' where token_hash = $1`, [
    session,
  ])
  const request = send({
    port: (server.server.address() as AddressInfo).port,
    method: endpoint.method,
    path: apiPrefix + endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name])),
    headers: {
      authorization: `Bearer ${caller.token}`,
      'content-type': type ?? 'application/json',
      'content-length': Buffer.byteLength(body),
    },
    agent: false,
  })
  open.add(request)
  const answered = once(request, 'response') as Promise<[{ statusCode: number; resume(): void }]>
  request.flushHeaders()
  const unused = `select from session where token_hash = $1 and last_used_at < now() - interval '1 minute'`
  await expect.poll(async () => (await sql.owner.query(unused, [session])).rowCount).toBe(0)
  return async () => {
    request.end(body)
    const [response] = await answered
    response.resume()
    open.delete(request)
    return response.statusCode
  }
}

const part = (name: string, content: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\ncontent-type: application/json\r\n\r\n${content}\r\n`

interface Scene {
  sent: SlowCall
  /** Whether what was sent has been done. */
  done: string
}

type Setting = (mark: string, other: Staff) => Scene
const scenes: [name: string, setting: Setting][] = [
  [
    'an administrator who is created',
    (mark, { roleId }) => ({
      sent: {
        endpoint: people.create,
        body: JSON.stringify({ name: mark, username: mark, adminType: 'ADMIN', roleId }),
      },
      done: `select from person where username = '${mark}'`,
    }),
  ],
  [
    'a password that is reset',
    (_, { id }) => ({
      sent: { endpoint: auth.resetPassword, params: { userInfo: id }, body: '{}' },
      done: `select from person where id = ${id} and password_hash is not null`,
    }),
  ],
  [
    'a person who is changed',
    (mark, { id }) => ({
      sent: { endpoint: people.update, params: { id }, body: JSON.stringify({ name: mark }) },
      done: `select from person where name = '${mark}'`,
    }),
  ],
  [
    'a company that is created',
    (mark) => ({
      sent: { endpoint: companies.create, body: JSON.stringify({ title: mark }) },
      done: `select from company where title = '${mark}'`,
    }),
  ],
  [
    'a company that is sent in parts',
    (mark) => ({
      sent: {
        endpoint: companies.create,
        body: `${part('company', JSON.stringify({ title: mark }))}--b--\r\n`,
        type: 'multipart/form-data; boundary=b',
      },
      done: `select from company where title = '${mark}'`,
    }),
  ],
]

const held = ['admins.write', 'admins.read', 'companies.write']

const ends: [name: string, status: number, end: (app: TestApp, caller: Staff) => Promise<unknown>][] = [
  [
    'is suspended',
    401,
    async ({ given, as }, { id }) =>
      as(await given.admin({ role: 'ADMINISTRATOR' })).call(people.update, {
        params: { id },
        body: { status: 'SUSPENDED' },
      }),
  ],
  [
    'is deleted',
    401,
    async ({ given, as }, { id }) =>
      as(await given.admin({ role: 'ADMINISTRATOR' })).call(people.removeAdmin, { params: { id } }),
  ],
  [
    'gets a new password',
    401,
    async ({ given, as }, { id }) =>
      as(await given.admin({ role: 'ADMINISTRATOR' })).call(auth.resetPassword, { params: { userInfo: String(id) } }),
  ],
  [
    'gets another role',
    403,
    async ({ given, as }, { id }) =>
      as(await given.admin({ role: 'ADMINISTRATOR' })).call(people.update, {
        params: { id },
        body: { roleId: (await given.role(['companies.read'])).id },
      }),
  ],
  [
    'has a role that loses the right',
    403,
    async ({ given, as }, { roleId }) =>
      as(await given.admin({ role: 'ADMINISTRATOR' })).call(roles.edit, {
        params: { roleId },
        body: { permissions: [] },
      }),
  ],
  ['signs out', 401, async ({ as }, caller) => as(caller).call(auth.signout)],
]

const pairs = scenes.flatMap(([what, setting]) =>
  ends.map(([how, status, end]) => ({ what, how, setting, status, end })),
)

test.for(pairs)(
  '$what is refused to a caller who $how before the body comes',
  async ({ setting, status, end }, { app }) => {
    const caller = await app.given.admin({ permissions: held })
    const { sent, done } = setting(`late-${caller.id}`, await app.given.admin({ permissions: [] }))
    const finish = await begin(app, caller, sent)
    await end(app, caller)
    expect(await finish()).toBe(status)
    expect((await app.sql.owner.query(done)).rowCount).toBe(0)
  },
)

test('two administrators who delete each other at once: exactly one remains', async ({ given, as }) => {
  for (let round = 0; round < 10; round += 1) {
    const [one, two] = [await given.admin({ role: 'ADMINISTRATOR' }), await given.admin({ role: 'ADMINISTRATOR' })]
    const answers = await Promise.all([
      as(one).raw(people.removeAdmin, { params: { id: two.id } }),
      as(two).raw(people.removeAdmin, { params: { id: one.id } }),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]))
  }
})

test('a suspension waits for the write of that person alone; later writes are refused', async ({ given, as, sql }) => {
  const [busy, other] = [await given.admin(), await given.admin()]
  const administrator = as(await given.admin({ role: 'ADMINISTRATOR' }))
  const suspend = ({ id }: Staff) =>
    administrator.call(people.update, { params: { id }, body: { status: 'SUSPENDED' } })
  const holder = await sql.owner.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('begin; select from administrative_tree for update')
  const written = as(busy).raw(administrativeUnits.create, { body: { name: 'Busy', code: `busy-${busy.id}` } })
  await untilWaiting(sql)
  await suspend(other)
  const suspended = suspend(busy)
  await untilWaiting(sql, 2)
  const later = as(busy).raw(companies.create, { body: { title: 'Later' } })
  await holder.query('commit')
  expect((await written).status).toBe(201)
  await suspended
  expect((await later).status).toBe(401)
})

interface Callers {
  busy: Caller
  administrator: Caller
}

/** Each is sent more often than the server has connections, all behind one write under way of the person `busy`. */
const storms: [what: string, status: number, send: (callers: Callers) => Promise<{ status: number }>][] = [
  [
    'later writes of a person who is being suspended',
    401,
    ({ busy }) => busy.raw(companies.create, { body: { title: 'Later' } }),
  ],
  [
    'other changes of rights',
    404,
    ({ administrator }) => administrator.raw(people.removeAdmin, { params: { id: 999_999_999 } }),
  ],
  ['sign-outs of one person', 401, ({ busy }) => busy.raw(auth.signout)],
]

test.for(storms)('%s wait without the connections of others', async ([_, status, send], { given, as, sql }) => {
  const [busy, other] = [await given.admin(), await given.admin()]
  const administrator = as(await given.admin({ role: 'ADMINISTRATOR' }))
  const holder = await sql.owner.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('begin')
  await holder.query('select pg_advisory_xact_lock_shared(rights_key($1))', [busy.id])
  const suspended = administrator.raw(people.update, { params: { id: busy.id }, body: { status: 'SUSPENDED' } })
  await untilWaiting(sql)
  const storm = Promise.all(Array.from({ length: 15 }, () => send({ busy: as(busy), administrator })))
  expect((await as(other).raw(companies.create, { body: { title: 'Other' } })).status).toBe(201)
  await holder.query('commit')
  expect((await suspended).status).toBe(200)
  expect(new Set((await storm).map((answer) => answer.status))).toEqual(new Set([status]))
})

test('a sign-in that waits while its account is suspended opens no session', async ({ given, as, sql }) => {
  const { id, username } = await given.admin({ password: 'a long way home 47' })
  const holder = await sql.owner.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('begin')
  await holder.query(`update person set status = 'SUSPENDED' where id = $1`, [id])
  const answer = as(undefined).raw(auth.login, { body: { username, password: 'a long way home 47' } })
  await untilWaiting(sql)
  await holder.query('commit')
  expect((await answer).status).toBe(401)
  expect((await sql.owner.query('select from session where person_id = $1', [id])).rowCount).toBe(1)
})
