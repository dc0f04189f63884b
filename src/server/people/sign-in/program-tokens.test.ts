/** Programs among the staff: their tokens open what they name, and nothing over money or people's rights. */
import { expect } from 'vitest'
import { appTokens } from '#contract/app-tokens.ts'
import { auth } from '#contract/auth.ts'
import { companies } from '#contract/companies.ts'
import { logs } from '#contract/logs.ts'
import { payments } from '#contract/payments.ts'
import { people } from '#contract/people.ts'
import { responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import { isForPeopleAlone, permissionEntries } from '#domain/people/permissions.ts'
import { programCallsPerMinute } from '#domain/surveys/survey-token.ts'
import { hashToken } from '../../http/session.ts'
import { type Caller, caller, Refused } from '../../test/caller.ts'
import { test, type TestApp } from '../../test/with-app.ts'

async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof Refused ? `${error.status} ${error.code}` : String(error)
}

async function programOf(chief: Caller, username: string) {
  return (await chief.call(appTokens.createProgram, { body: { username, name: 'Dashboard' } })).data
}

async function tokenOf({ server }: TestApp, chief: Caller, body: object) {
  const { token, ...made } = (await chief.call(appTokens.create, { body: { name: 'Key', ...body } })).data
  return { made, token, program: caller(server, token) }
}

test('a token opens the calls of its permissions in its surveys, and is on the trail', async ({ app }) => {
  const chief = app.as(await app.given.admin({ role: 'ADMINISTRATOR' }))
  const [open, closed] = [await app.given.survey(), await app.given.survey()]
  const { id: personId } = await programOf(chief, 'dashboard')
  const permissions = ['surveys.read', 'surveys.all', 'responses.read', 'companies.read', 'companies.write']
  const { made, token, program } = await tokenOf(app, chief, { personId, permissions, surveyIds: [open.id] })
  expect((await chief.call(appTokens.programs)).list).toMatchObject([{ id: personId, username: 'dashboard' }])
  expect((await program.call(surveys.list)).list.map(({ id }) => id)).toEqual([open.id])
  const get = (id: number) => codeOf(program.call(surveys.get, { params: { id } }))
  expect([await get(open.id), await get(closed.id)]).toEqual(['undefined', '404 NOT_FOUND'])
  expect((await program.call(responses.list)).total).toBe(0)
  expect(await codeOf(program.call(responses.list, { query: { surveyId: closed.id } }))).toBe('404 NOT_FOUND')
  await program.call(companies.create, { body: { title: 'Made by a program' } })
  const { list } = await chief.call(logs.list, { query: { action: 'companies.create' } })
  expect(list).toMatchObject([{ actor: { id: personId, username: 'dashboard', name: 'Dashboard' } }])
  expect(await codeOf(program.call(people.admins))).toBe('403 FORBIDDEN')
  expect(await codeOf(program.call(auth.user))).toBe('403 FORBIDDEN')
  expect(await codeOf(program.call(payments.bulkInitiate, { body: [1] }))).toBe('403 FORBIDDEN')
  expect(await codeOf(program.call(companies.export, { body: { format: 'CSV' } }))).toBe('403 JOB_FOR_PEOPLE')
  const kept = (await chief.call(appTokens.list, { query: { personId } })).list
  expect(kept).toMatchObject([{ ...made, lastUsedAt: expect.any(String), lastAddress: '127.0.0.1' }])
  const { rows } = await app.sql.owner.query('select token_hash from survey_token where id = $1', [made.id])
  expect(rows).toEqual([{ token_hash: hashToken(token) }])
  await chief.call(appTokens.revoke, { params: { id: made.id } })
  expect(await get(open.id)).toBe('401 UNAUTHORIZED')
})

test('a token without surveys sees what its program sees, and ends with its program', async ({ app }) => {
  const chief = app.as(await app.given.admin({ role: 'ADMINISTRATOR' }))
  const survey = await app.given.survey()
  const { id: personId } = await programOf(chief, 'exporter')
  const read = (program: Caller) => codeOf(program.call(surveys.get, { params: { id: survey.id } }))
  const { program: few } = await tokenOf(app, chief, { personId, permissions: ['surveys.read'] })
  const { program: all, made } = await tokenOf(app, chief, { personId, permissions: ['surveys.read', 'surveys.all'] })
  expect([await read(few), await read(all)]).toEqual(['404 NOT_FOUND', 'undefined'])
  await app.sql.owner.query(`update survey_token set expires_at = now() - interval '1 second' where id = $1`, [made.id])
  expect(await read(all)).toBe('401 UNAUTHORIZED')
  await app.sql.owner.query(`update person set status = 'SUSPENDED' where id = $1`, [personId])
  expect(await read(few)).toBe('401 UNAUTHORIZED')
})

test('no token reaches further than its maker, nor over money or the rights of people', async ({ app }) => {
  const chief = app.as(await app.given.admin({ role: 'ADMINISTRATOR' }))
  const lesser = app.as(await app.given.admin({ permissions: ['admins.read', 'admins.write', 'surveys.read'] }))
  const survey = await app.given.survey()
  const { id: personId } = await programOf(chief, 'importer')
  const make = (maker: Caller, body: object) => codeOf(tokenOf(app, maker, { personId, ...body }))
  expect(await make(chief, {})).toBe('409 TOKEN_TOO_WIDE')
  for (const { name } of permissionEntries.filter((entry) => isForPeopleAlone(entry.name)))
    expect([name, await make(chief, { permissions: [name] })]).toEqual([name, '409 TOKEN_TOO_WIDE'])
  expect(await make(chief, { permissions: ['no.such'] })).toBe('403 GRANT_NOT_HELD')
  expect(await make(lesser, { permissions: ['responses.read'] })).toBe('403 GRANT_NOT_HELD')
  const surveyIds = [survey.id]
  expect(await make(lesser, { permissions: ['surveys.read'], surveyIds })).toBe('404 NOT_FOUND')
  expect(await make(chief, { permissions: ['surveys.read'], surveyIds: [999_999] })).toBe('404 NOT_FOUND')
  expect(await codeOf(tokenOf(app, chief, { permissions: ['surveys.read'] }))).toBe('409 TOKEN_TOO_WIDE')
  const reset = chief.call(auth.resetPassword, { params: { userInfo: 'importer' } })
  expect(await codeOf(reset)).toBe('409 PROGRAM_HAS_TOKENS_ALONE')
  const invited = chief.call(auth.invite, { params: { userInfo: personId } })
  expect(await codeOf(invited)).toBe('409 PROGRAM_HAS_TOKENS_ALONE')
  const role = { params: { id: personId }, body: { role: 'REVIEWER' } }
  expect(await codeOf(chief.call(people.update, role))).toBe('409 PROGRAM_HAS_TOKENS_ALONE')
  const { program } = await tokenOf(app, chief, { personId, permissions: ['companies.read'] })
  let last = ''
  for (let call = 0; call <= programCallsPerMinute; call++) {
    const { status, headers } = await program.raw(companies.list)
    last = `${status} ${String(headers['retry-after'])}`
    if (status === 429) break
  }
  expect(last).toBe('429 60')
})

test('the database refuses the app a program that signs in, pays or grants', async ({ app }) => {
  const staff = await app.given.admin({ role: 'ADMINISTRATOR' })
  const { id } = await programOf(app.as(staff), 'attacker')
  const { made } = await tokenOf(app, app.as(staff), { personId: id, permissions: ['surveys.read'] })
  const token = (person: number, permissions: string | null) =>
    app.sql.app.query(
      `insert into survey_token (kind, person_id, name, token_hash, permissions) values ('STAFF', $1, 'x', sha256(random()::text::bytea), $2)`,
      [person, permissions],
    )
  for (const { name } of permissionEntries.filter((entry) => isForPeopleAlone(entry.name)))
    await expect(token(id, `{surveys.read,${name}}`)).rejects.toThrow('TOKEN_TOO_WIDE')
  await expect(token(id, '{no.such}')).rejects.toThrow('TOKEN_TOO_WIDE')
  await expect(token(id, '{NULL}')).rejects.toThrow('TOKEN_TOO_WIDE')
  await expect(token(id, '{}')).rejects.toThrow(/check/)
  await expect(token(id, null)).rejects.toThrow('TOKEN_TOO_WIDE')
  await expect(token(staff.id, '{surveys.read}')).rejects.toThrow('TOKEN_TOO_WIDE')
  const attack = (statement: string) => app.sql.app.query(statement)
  for (const column of ['permissions', 'survey_ids', 'expires_at', 'person_id', 'kind'])
    await expect(attack(`update survey_token set ${column} = null where id = ${made.id}`)).rejects.toThrow(/denied/)
  const ofProgram = `where id = ${id}`
  for (const set of [`password_hash = 'x'`, `email = 'a@b.example'`, `role_id = ${staff.roleId}`])
    await expect(attack(`update person set ${set} ${ofProgram}`)).rejects.toThrow('PROGRAM_HAS_TOKENS_ALONE')
  await expect(attack(`update person set is_program = false ${ofProgram}`)).rejects.toThrow(/does not change/)
  await expect(attack(`update person set is_program = true where id = ${staff.id}`)).rejects.toThrow(/does not change/)
  await expect(attack(`update person set admin_type = 'PARTICIPANT' ${ofProgram}`)).rejects.toThrow(/check|role/)
  const session = `insert into session (token_hash, person_id, expires_at) values (sha256('x'), ${id}, now() + interval '1 hour')`
  await expect(attack(session)).rejects.toThrow('PROGRAM_HAS_TOKENS_ALONE')
  await expect(attack(`update session set person_id = ${id} where person_id = ${staff.id}`)).rejects.toThrow()
})
