/** Giving rights on surveys, and taking them away (product.md §4). */
import { describe, expect, onTestFinished } from 'vitest'
import { auth } from '#contract/auth.ts'
import { companies } from '#contract/companies.ts'
import { surveyAccess } from '#contract/survey-access.ts'
import { surveys } from '#contract/surveys.ts'
import { test, type TestApp } from '../test/with-app.ts'
import { untilWaiting } from '../test/until-waiting.ts'

const manager = { permissions: ['surveys.read', 'surveys.write', 'surveys.access', 'surveys.publish'] }
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** An owner with a survey, and a person to be given something. */
async function begin({ given, as }: TestApp) {
  const owner = await given.admin(manager)
  const survey = await given.survey({ ownerId: owner.id })
  const person = await given.admin(manager)
  const body = { surveyId: survey.id, subjectType: 'USER', subjectId: person.id, right: 'VIEW' }
  return { owner: as(owner), ownerId: owner.id, survey, person, caller: as(person), body }
}

describe('a right on a survey', () => {
  test('is given by its owner to a person or role, listed with both names, on the trail', async ({ app }) => {
    const { owner, ownerId, survey, person, body } = await begin(app)
    const expiresAt = inDays(7)
    const { data, statusCode } = await owner.call(surveyAccess.create, { body: { ...body, expiresAt } })
    expect([statusCode, data]).toMatchObject([
      201,
      { surveyTitle: survey.title, right: 'VIEW', expiresAt, isExpired: false, createdBy: { id: ownerId } },
    ])
    const role = { ...body, surveyId: survey.encodedId, subjectType: 'ROLE', subjectId: person.roleId, right: 'EDIT' }
    await owner.call(surveyAccess.create, { body: role })
    const { list, total, seeAll } = await owner.call(surveyAccess.list, { query: { surveyId: survey.encodedId } })
    expect(list.map(({ subjectType, right }) => [subjectType, right])).toEqual([
      ['ROLE', 'EDIT'],
      ['USER', 'VIEW'],
    ])
    expect([total, seeAll.slice(0, 2)]).toEqual([2, ['Administrator', 'Payment initiator']])
    const detail = (await owner.call(surveys.get, { params: { id: survey.id } })).data
    expect([detail.owner?.id, detail.ties]).toEqual([ownerId, ['OWNER']])
    const { rows } = await app.sql.owner.query<{ action: string; actor_id: number }>(
      `select action, actor_id from audit where subject_type = 'access_grant' and subject_id = $1`,
      [String(data.id)],
    )
    expect(rows).toEqual([{ action: 'surveyAccess.create', actor_id: ownerId }])
  })

  test('given twice is one, with the later expiry', async ({ app }) => {
    const { owner, survey, body } = await begin(app)
    const first = (await owner.call(surveyAccess.create, { body: { ...body, expiresAt: inDays(1) } })).data
    const second = (await owner.call(surveyAccess.create, { body })).data
    expect([second.id, second.expiresAt]).toEqual([first.id, null])
    expect((await owner.call(surveyAccess.list, { query: { surveyId: survey.id } })).total).toBe(1)
  })

  test('is given by those alone who manage the survey, and for no longer than they do', async ({ app }) => {
    const { owner, person, caller, body, survey } = await begin(app)
    const third = await app.given.admin(manager)
    const pass = (right: string, expiresAt: string | null = null) =>
      caller.call(surveyAccess.create, { body: { ...body, subjectId: third.id, right, expiresAt } })
    await expect(pass('VIEW')).rejects.toMatchObject({ status: 422, errors: [{ path: 'surveyId' }] })
    await owner.call(surveyAccess.create, { body: { ...body, right: 'EDIT' } })
    await expect(pass('VIEW')).rejects.toMatchObject({ status: 403, code: 'GRANT_TOO_NARROW' })
    const seen = caller.call(surveyAccess.list, { query: { surveyId: survey.id } })
    await expect(seen).rejects.toMatchObject({ code: 'GRANT_TOO_NARROW' })
    const until = inDays(5)
    await owner.call(surveyAccess.create, { body: { ...body, right: 'MANAGE', expiresAt: until } })
    await pass('MANAGE', until)
    for (const expiresAt of [null, inDays(6)])
      await expect(pass('VIEW', expiresAt)).rejects.toMatchObject({ status: 403, code: 'GRANT_OUTLIVES_OWN' })
    // Nor for oneself.
    const own = { ...body, subjectId: person.id, right: 'MANAGE' }
    await expect(caller.call(surveyAccess.create, { body: own })).rejects.toMatchObject({
      code: 'GRANT_OUTLIVES_OWN',
    })
  })

  test('back-office rights are refused for places, participants, groups and a past end', async ({ app }) => {
    const { owner, body } = await begin(app)
    const give = (changes: object) => owner.call(surveyAccess.create, { body: { ...body, ...changes } })
    for (const subjectType of ['COMPANY', 'ADMIN_UNIT', 'SITE'])
      await expect(give({ subjectType })).rejects.toMatchObject({ status: 400, errors: [{ path: 'subjectType' }] })
    await expect(give({ right: 'COLLECT' })).rejects.toMatchObject({ status: 422, errors: [{ path: 'subjectId' }] })
    const filtered = give({ filter: { gender: 'F' } })
    await expect(filtered).rejects.toMatchObject({ status: 400, errors: [{ path: 'filter', code: 'NOT_ALLOWED' }] })
    await expect(give({ expiresAt: inDays(-1) })).rejects.toMatchObject({ errors: [{ code: 'IN_PAST' }] })
    const { id } = await app.given.participant()
    for (const subjectId of [id, 999_999_999])
      await expect(give({ subjectId })).rejects.toMatchObject({ status: 422, errors: [{ path: 'subjectId' }] })
    const { rows } = await app.sql.owner.query<{ id: number }>(`select id from role where role = 'PARTICIPANT'`)
    await expect(give({ subjectType: 'ROLE', subjectId: rows[0]?.id })).rejects.toMatchObject({ status: 422 })
  })

  test('is taken away one by one or several at once, each by those who manage its survey', async ({ app }) => {
    const { owner, caller, body } = await begin(app)
    const other = await begin(app)
    const ids: number[] = []
    for (const right of ['VIEW', 'EDIT', 'EXPORT'])
      ids.push((await owner.call(surveyAccess.create, { body: { ...body, right } })).data.id)
    const foreign = (await other.owner.call(surveyAccess.create, { body: other.body })).data.id
    const [view = 0, edit = 0, last = 0] = ids
    await expect(caller.call(surveyAccess.remove, { params: { id: view } })).rejects.toMatchObject({
      code: 'GRANT_TOO_NARROW',
    })
    const many = (staff: typeof owner, asked: number[]) =>
      staff
        .call(surveyAccess.removeMany, { body: { ids: asked } })
        .then(({ data }) => data.results.map((row) => row.code))
    expect(await many(caller, [view, foreign])).toEqual(['GRANT_TOO_NARROW', 'NOT_FOUND'])
    expect(await many(owner, [view, edit, foreign])).toEqual(['OK', 'OK', 'NOT_FOUND'])
    expect((await owner.call(surveyAccess.remove, { params: { id: last } })).data.right).toBe('EXPORT')
    await expect(owner.call(surveyAccess.remove, { params: { id: last } })).rejects.toMatchObject({ status: 404 })
  })

  test('goes with the person or the role, and with the survey', async ({ app }) => {
    const { owner, body, survey } = await begin(app)
    const role = await app.given.role([])
    const { data: person } = await owner.call(surveyAccess.create, { body })
    const { data: byRole } = await owner.call(surveyAccess.create, {
      body: { ...body, subjectType: 'ROLE', subjectId: role.id },
    })
    const left = async () => {
      const { rows } = await app.sql.owner.query<{ id: number }>(
        `select id from access_grant where survey_id = $1 order by id`,
        [survey.id],
      )
      return rows.map(({ id }) => id)
    }
    expect(await left()).toEqual([person.id, byRole.id])
    await app.sql.owner.query(`delete from role where id = $1`, [role.id])
    expect(await left()).toEqual([person.id])
    await app.sql.owner.query(`delete from person where id = $1`, [body.subjectId])
    expect(await left()).toEqual([])
  })
})

test('roles and staff to grant to are found by part of their name, no participants', async ({ given, as }) => {
  const staff = as(await given.admin(manager))
  const participant = await given.participant({ name: 'Reviewer of fields' })
  const { list } = await staff.call(surveyAccess.subjects, { query: { q: 'review' } })
  expect(list.map(({ subjectType, name }) => [subjectType, name])).toEqual([['ROLE', 'Reviewer']])
  const other = await given.admin()
  const found = await staff.call(surveyAccess.subjects, { query: { q: other.username.toUpperCase() } })
  expect(found.list.map(({ subjectId, detail }) => [subjectId, detail])).toContainEqual([other.id, other.username])
  const all = await staff.call(surveyAccess.subjects, { query: { pageSize: 100 } })
  expect(all.list.filter(({ name }) => name === participant.name)).toEqual([])
})

test('roles are found and shown by translated names; the trail keeps the stored ones', async ({ given, as, sql }) => {
  const person = await given.admin(manager)
  const staff = as(person)
  const { id: surveyId } = await given.survey({ ownerId: person.id })
  await staff.call(auth.setLocale, { body: { locale: 'pt-br' } })
  const { list } = await staff.call(surveyAccess.subjects, { query: { q: 'pagamentos' } })
  expect(list.map(({ name }) => name)).toEqual([
    'Aprovador de pagamentos',
    'Autorizador de pagamentos',
    'Iniciador de pagamentos',
  ])
  const { subjectType, subjectId = 0 } = list[2] ?? {}
  await staff.call(surveyAccess.create, {
    body: { surveyId, subjectType: subjectType ?? 'ROLE', subjectId, right: 'VIEW' },
  })
  const shown = await staff.call(surveyAccess.list, { query: { surveyId } })
  expect(shown.list.map(({ subjectName }) => subjectName)).toEqual(['Iniciador de pagamentos'])
  expect(shown.seeAll).toContain('Administrador')
  const { rows } = await sql.owner.query<{ name: string }>(
    `select after ->> 'subjectName' as name from audit where actor_id = $1 and action = 'surveyAccess.create'`,
    [person.id],
  )
  expect(rows).toEqual([{ name: 'Payment initiator' }])
})

test('what uses a company is told without counting surveys that one does not see', async ({ given, as }) => {
  const company = await given.company()
  await given.survey({ companyId: company.id })
  const remove = async (permissions: string[]) =>
    as(await given.admin({ permissions })).call(companies.remove, { params: { id: company.id } })
  await expect(remove(['companies.delete'])).rejects.toHaveProperty('data', { usedBy: {} })
  await expect(remove(['companies.delete', 'surveys.all'])).rejects.toMatchObject({ data: { usedBy: { survey: 1 } } })
})

test('removing a right waits for the writes of its holder before it locks the right', async ({ app }) => {
  const { owner, person, body } = await begin(app)
  const { data } = await owner.call(surveyAccess.create, { body })
  const holder = await app.sql.owner.connect()
  onTestFinished(() => holder.release(true))
  const expiresAt = inDays(7)
  for (const change of [
    () => owner.raw(surveyAccess.create, { body: { ...body, expiresAt } }),
    () => owner.raw(surveyAccess.remove, { params: { id: data.id } }),
  ]) {
    await holder.query('begin')
    await holder.query('select pg_advisory_xact_lock_shared(rights_key($1))', [person.id])
    const changed = change()
    await untilWaiting(app.sql)
    await holder.query('select from access_grant where id = $1 for update nowait', [data.id])
    await holder.query('commit')
    expect([200, 201]).toContain((await changed).status)
  }
})
