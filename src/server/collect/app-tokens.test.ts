/** A person's collecting app: one token opens all surveys that the person may fill in, as long as they may. */
import { expect } from 'vitest'
import { appTokens } from '#contract/app-tokens.ts'
import { responses } from '#contract/responses.ts'
import { surveyLife } from '#contract/survey-life.ts'
import { fillIn, loadForm, send } from '../test/collecting-app.ts'
import { type Caller, Refused } from '../test/caller.ts'
import { test } from '../test/with-app.ts'
import { readXml } from '../http/read-xml.ts'

const formsIn = (text: string) =>
  new Set(readXml(text).children.map(({ children }) => children.find(({ name }) => name === 'formID')?.text))

async function tokenOf(caller: Caller, personId?: number) {
  const { data } = await caller.call(appTokens.create, { body: { name: 'Phone', personId } })
  return data
}

async function codeOf(call: Promise<unknown>): Promise<string | undefined> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof Refused ? error.code : undefined
}

test('one token of a person lists and fills in each survey that they may fill in', async ({
  given,
  as,
  server,
  sql,
}) => {
  const owner = await given.admin()
  const collector = await given.admin({ permissions: ['responses.enter', 'surveys.read', 'responses.read'] })
  const open = [await given.survey(), await given.survey(), await given.survey()]
  const [first, second, closed] = open
  if (!first || !second || !closed) throw new Error('Three surveys')
  const own = await given.survey({ ownerId: owner.id })
  await sql.owner.query(`update survey set accessibility = 'PUBLIC' where id = any($1)`, [open.map(({ id }) => id)])
  await as(owner).call(surveyLife.setStatus, { params: { surveyId: closed.id }, body: { status: 'PAUSED' } })
  const { token, ...made } = await tokenOf(as(collector))
  expect((await as(collector).call(appTokens.list)).list).toEqual([made])
  const list = async (path: string) => {
    const { statusCode, body } = await server.inject({ url: `/collect/key/${token}${path}` })
    expect(statusCode).toBe(200)
    return body
  }
  const both = new Set([first.encodedId, second.encodedId])
  for (const path of ['/formList', '/formList/', '/formlist', '/formlist/'])
    expect(formsIn(await list(path))).toEqual(both)
  expect(formsIn(await list(`/formList?formID=${second.encodedId}&verbose=true`))).toEqual(new Set([second.encodedId]))
  expect(formsIn(await list(`/formList?formID=${own.encodedId}`))).toEqual(new Set())
  const [, address = ''] = /<downloadUrl>http:\/\/[^/]+([^<]+)/.exec(await list('/formList?verbose=1')) ?? []
  expect(address).toContain(`/collect/key/${token}/forms/`)
  const { body: xml } = await server.inject({ url: address })
  expect((await server.inject({ url: `${address}/manifest` })).body).toContain('manifest')

  const app = { server, token }
  const newest = await loadForm(app)
  const sent = await send(app, await fillIn(newest.xml, { name: 'Ana', members: '4', phone: '+258847000021' }))
  expect([sent.status, newest.xml]).toEqual([201, xml])
  const stored = await as(collector).call(responses.list, { query: { surveyId: newest.id } })
  expect(stored.list).toEqual([expect.objectContaining({ source: 'API', collector: expect.stringMatching(/^Staff/) })])
  const { rows } = await sql.owner.query(
    `select actor_id as actor from audit where action in ('people.tokenMade', 'responses.create')`,
  )
  expect(rows).toEqual([{ actor: collector.id }, { actor: collector.id }])
  const others = await fillIn(newest.xml.replaceAll(newest.id, own.encodedId), { name: 'Rui', members: '1' })
  expect((await send(app, others)).status).toBe(422)
  await expect(sql.app.query('update survey_token set person_id = 1')).rejects.toThrow(/permission denied/)
})

test('a token ends with the right to fill in, with its person, and when it is revoked', async ({
  given,
  as,
  server,
  sql,
}) => {
  const chief = await given.admin({ role: 'ADMINISTRATOR' })
  const collector = await given.admin({ permissions: ['responses.enter', 'surveys.read'] })
  const reader = await given.admin({ permissions: ['surveys.read'] })
  const survey = await given.survey()
  const ask = async (token: string) =>
    (await server.inject({ url: '/collect/formList', headers: { authorization: `Bearer ${token}` } })).statusCode
  const made = await tokenOf(as(chief), collector.id)
  expect([made.personId, made.createdBy?.id, await ask(made.token)]).toEqual([collector.id, chief.id, 200])
  const refused = (caller: Caller, personId?: number) =>
    codeOf(caller.call(appTokens.create, { body: { name: 'Phone', personId } }))
  expect(await refused(as(reader))).toBe('APP_OPENS_NOTHING')
  expect(await refused(as(reader), collector.id)).toBe('NOT_FOUND')
  expect(await codeOf(as(reader).call(appTokens.revoke, { params: { id: made.id } }))).toBe('NOT_FOUND')
  const { rows } = await sql.owner.query(
    `delete from role_permission rp using person p, permission q where p.id = $1 and rp.role_id = p.role_id
       and q.id = rp.permission_id and q.name = 'responses.enter' returning rp.role_id, rp.permission_id`,
    [collector.id],
  )
  expect(await ask(made.token)).toBe(403)
  await sql.owner.query('insert into role_permission (role_id, permission_id) values ($1, $2)', Object.values(rows[0]))
  await sql.owner.query(`update person set status = 'SUSPENDED' where id = $1`, [collector.id])
  expect(await ask(made.token)).toBe(401)
  await sql.owner.query(`update person set status = 'ACTIVE' where id = $1`, [collector.id])
  expect(await ask(made.token)).toBe(200)
  await as(collector).call(appTokens.revoke, { params: { id: made.id } })
  expect(await ask(made.token)).toBe(401)
  expect((await as(collector).call(appTokens.list)).list).toEqual([])
  expect(survey.id).toBeGreaterThan(0)
})

test('pages of the named origins may ask across origins, and others may not', async ({ services, server }) => {
  services.settings.collectOrigins = ['https://enketo.example']
  const ask = async (origin: string) => {
    const headers = { origin, 'access-control-request-method': 'POST' }
    const { statusCode, headers: sent } = await server.inject({
      method: 'OPTIONS',
      url: '/collect/submission',
      headers,
    })
    return [statusCode, sent['access-control-allow-origin'], sent['access-control-allow-headers']]
  }
  expect(await ask('https://enketo.example')).toEqual([
    204,
    'https://enketo.example',
    expect.stringContaining('Authorization'),
  ])
  expect(await ask('https://other.example')).toEqual([204, undefined, undefined])
  services.settings.collectOrigins = []
})
