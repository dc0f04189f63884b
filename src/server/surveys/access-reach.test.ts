/** Whom a rule reaches by what is stored, and what giving such a right opens: never more than the giver has. */
import { expect } from 'vitest'
import { surveyAccess } from '#contract/survey-access.ts'
import { surveys } from '#contract/surveys.ts'
import {
  type AccessFilter,
  type AccessRule,
  type Reachable,
  reaches,
  ruleProblems,
} from '#domain/people/access-rule.ts'
import { accessRights, subjectTypes } from '#domain/people/survey-access.ts'
import { test, type TestApp } from '../test/with-app.ts'
import { reachOf } from './access-subjects.ts'

const manager = { permissions: ['surveys.read', 'surveys.write', 'surveys.access', 'users.read'] }

/** A country of two provinces, one with a district; a company with a site in each province; people everywhere. */
async function makeWorld({ given, sql }: TestApp) {
  const insert = async (text: string, values: unknown[]) =>
    (await sql.owner.query<{ id: number }>(`${text} returning id`, values)).rows[0]?.id ?? 0
  const code = (await given.company()).title
  const unit = (name: string, parent: number | null) =>
    insert('insert into administrative_unit (parent_id, code, name) values ($1, $2, $2)', [parent, `${code} ${name}`])
  const country = await unit('Country', null)
  const [north, south] = [await unit('North', country), await unit('South', country)]
  const district = await unit('District', north)
  const [market, clinic] = [(await given.siteCategory()).id, (await given.siteCategory()).id]
  const [company, other] = [(await given.company()).id, (await given.company()).id]
  const site = (category: number, owner: number, at: number | null) =>
    insert(
      `insert into site (code, title, site_category_id, company_id, administrative_unit_id)
       values (gen_random_uuid()::text, 'Site', $1, $2, $3)`,
      [category, owner, at],
    )
  const sites = [
    await site(market, company, north),
    await site(clinic, company, south),
    await site(market, other, district),
    await site(clinic, other, null),
  ]
  const person = async (spec: { unit?: number; gender?: string; birth?: string; status?: string }) => {
    const { id } = await given.participant()
    await sql.owner.query(
      `update person set administrative_unit_id = $2, gender = $3, birth_date = $4, status = $5 where id = $1`,
      [id, spec.unit ?? null, spec.gender ?? null, spec.birth ?? null, spec.status ?? 'ACTIVE'],
    )
    return id
  }
  const people = [
    await person({ unit: district, gender: 'Female', birth: '1990-06-15' }),
    await person({ unit: north, gender: 'Male', birth: '2004-02-29' }),
    await person({ unit: south, gender: 'female', birth: '1960-01-01' }),
    await person({ unit: country, gender: 'Female' }),
    await person({ gender: 'Male', birth: '1985-12-31' }),
    await person({ unit: north, gender: 'Female', birth: '1990-06-15', status: 'SUSPENDED' }),
  ]
  return { country, north, south, district, market, clinic, company, other, sites, people }
}

const number = (value: number | null | undefined) => (value === null ? null : Number(value))

type World = Awaited<ReturnType<typeof makeWorld>>

test('the database reaches exactly the people a rule names, by each subject and filter', async ({ app }) => {
  const world = await makeWorld(app)
  const { db } = app.services.database
  const { rows: stored } = await app.sql.owner.query<Reachable>(
    `select p.id, admin_type as "adminType", status = 'ACTIVE' and anonymised_at is null as "isActive",
         role_id as "roleId", gender, birth_date::text as "birthDate", coalesce(u.path, '{}') as "unitPath"
       from person p left join administrative_unit u on u.id = p.administrative_unit_id`,
  )
  const everybody = stored.map((person) => ({
    ...person,
    unitPath: person.unitPath.map(Number),
  }))
  const { rows: places } = await app.sql.owner.query<Record<string, number | null>>(
    `select id, company_id, site_category_id, administrative_unit_id from site`,
  )
  const sites = places.map((row) => ({
    id: Number(row['id']),
    companyId: number(row['company_id']),
    siteCategoryId: Number(row['site_category_id']),
    administrativeUnitId: number(row['administrative_unit_id']),
  }))
  const today = new Date().toISOString().slice(0, 10)
  let checked = 0
  for (const rule of rulesOver(world, everybody)) {
    const expected = everybody.filter((person) => reaches(rule, person, { sites, today }))
    const reached = await reachOf(db, rule)
    expect({ rule, count: reached.count }).toEqual({ rule, count: expected.length })
    const ids = new Set(expected.map(({ id }) => id))
    expect(reached.first.filter(({ id }) => !ids.has(id))).toEqual([])
    expect(reached.first.length).toBe(Math.min(10, expected.length))
    checked += 1
  }
  expect(checked).toBeGreaterThan(100)
})

function rulesOver(world: World, everybody: readonly Reachable[]): AccessRule[] {
  const { people, north, district, country, company, other, market, clinic } = world
  const ofPeople = everybody.find(({ id }) => id === people[0])?.roleId ?? 0
  const subjects: Record<AccessRule['subjectType'], readonly number[]> = {
    USER: people,
    ROLE: [ofPeople, ...new Set(everybody.map(({ roleId }) => roleId ?? 0))].slice(0, 3),
    COMPANY: [company, other],
    ADMIN_UNIT: [country, north, district],
    SITE: world.sites,
  }
  const filters: (AccessFilter | null)[] = [
    null,
    { gender: 'FEMALE' },
    { ageMin: 18, ageMax: 40 },
    { ageMax: 22 },
    { administrativeUnitId: north },
    { siteCategoryId: market },
    { siteCategoryId: clinic, gender: 'female' },
  ]
  return accessRights.flatMap((right) =>
    subjectTypes.flatMap((subjectType) =>
      subjects[subjectType].flatMap((subjectId) =>
        filters
          .map((filter): AccessRule => ({ subjectType, subjectId, right, filter }))
          .filter((rule) => ruleProblems(rule).length === 0),
      ),
    ),
  )
}

test('collecting is given to places and groups; two groups of one place are two grants', async ({ app }) => {
  const world = await makeWorld(app)
  const owner = await app.given.admin(manager)
  const staff = app.as(owner)
  const survey = await app.given.survey({ ownerId: owner.id })
  const give = (body: object) =>
    staff.call(surveyAccess.create, { body: { surveyId: survey.id, right: 'COLLECT', ...body } })
  const unit = { subjectType: 'ADMIN_UNIT', subjectId: world.north }
  const women = (await give({ ...unit, filter: { gender: 'Female', ageMin: null } })).data
  expect(women).toMatchObject({ filter: { gender: 'Female' }, right: 'COLLECT' })
  expect((await give({ ...unit, filter: { gender: 'Male' } })).data.id).not.toBe(women.id)
  expect((await give({ ...unit, filter: { gender: 'Female' } })).data.id).toBe(women.id)
  await give({ subjectType: 'COMPANY', subjectId: world.company })
  await give({ subjectType: 'SITE', subjectId: world.sites[0] })
  await give({ subjectType: 'USER', subjectId: world.people[0] })
  const { list } = await staff.call(surveyAccess.list, { query: { surveyId: String(survey.id), sort: 'createdAt' } })
  expect(list.map(({ subjectType }) => subjectType).sort()).toEqual([
    'ADMIN_UNIT',
    'ADMIN_UNIT',
    'COMPANY',
    'SITE',
    'USER',
  ])
  const found = await staff.call(surveyAccess.list, { query: { subjectType: 'COMPANY,SITE', q: survey.title } })
  expect(found.total).toBe(2)
  await expect(give({ ...unit, filter: { siteCategoryId: 999_999_999 } })).rejects.toMatchObject({
    status: 422,
    code: 'UNKNOWN_REFERENCE',
  })
  await expect(give({ ...unit, filter: { ageMin: 40, ageMax: 30 } })).rejects.toMatchObject({
    status: 400,
    errors: [{ path: 'filter.ageMin', code: 'RANGE_REVERSED' }],
  })
  await expect(give({ subjectType: 'USER', subjectId: owner.id })).rejects.toMatchObject({ status: 422 })
  await expect(
    app.sql.owner.query(`update access_grant set access_right = 'VIEW' where id = $1`, [women.id]),
  ).rejects.toThrow(/access_grant_(place|filter)/)
})

test('collecting opens no back office page; a place opens no survey to its staff', async ({ app }) => {
  const world = await makeWorld(app)
  const owner = await app.given.admin(manager)
  const neighbour = await app.given.admin(manager)
  await app.sql.owner.query(`update person set administrative_unit_id = $2 where id = $1`, [
    neighbour.id,
    world.district,
  ])
  const survey = await app.given.survey({ ownerId: owner.id })
  const unit = { surveyId: survey.id, subjectType: 'ADMIN_UNIT' as const, subjectId: world.north }
  await app.as(owner).call(surveyAccess.create, { body: { ...unit, right: 'COLLECT' } })
  const seen = app.as(neighbour).call(surveys.get, { params: { id: survey.id } })
  await expect(seen).rejects.toMatchObject({ status: 404 })
  for (const right of ['VIEW', 'MANAGE'] as const)
    await expect(app.as(owner).call(surveyAccess.create, { body: { ...unit, right } })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'subjectType', code: 'NOT_ALLOWED' }],
    })
})

test('a survey’s managers alone give collecting, and for no longer than they manage it', async ({ app }) => {
  const world = await makeWorld(app)
  const owner = await app.given.admin(manager)
  const helper = await app.given.admin(manager)
  const survey = await app.given.survey({ ownerId: owner.id })
  const staff = { surveyId: survey.id, subjectType: 'USER' as const, subjectId: helper.id }
  const place = { surveyId: survey.id, subjectType: 'SITE' as const, subjectId: world.sites[0] ?? 0 }
  const pass = (expiresAt: string | null = null) =>
    app.as(helper).call(surveyAccess.create, { body: { ...place, right: 'COLLECT', expiresAt } })
  const [soon, later] = [5, 6].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  await expect(pass()).rejects.toMatchObject({ status: 422, errors: [{ path: 'surveyId' }] })
  await app.as(owner).call(surveyAccess.create, { body: { ...staff, right: 'EDIT' } })
  await expect(pass()).rejects.toMatchObject({ status: 403, code: 'GRANT_TOO_NARROW' })
  await app.as(owner).call(surveyAccess.create, { body: { ...staff, right: 'MANAGE', expiresAt: soon ?? null } })
  await expect(pass(later)).rejects.toMatchObject({ status: 403, code: 'GRANT_OUTLIVES_OWN' })
  expect((await pass(soon)).data).toMatchObject({ right: 'COLLECT', expiresAt: soon })
})

test('people out of reach are not offered; participants’ names are for their readers', async ({ app }) => {
  const world = await makeWorld(app)
  const empty = await app.given.company()
  const reader = app.as(await app.given.admin(manager))
  const blind = app.as(await app.given.admin({ permissions: ['surveys.access'] }))
  const offered = async (staff: typeof reader, subjectType: AccessRule['subjectType']) => {
    const query = { right: 'COLLECT' as const, subjectType, pageSize: 100 }
    return (await staff.call(surveyAccess.subjects, { query })).list.map(({ subjectId }) => subjectId)
  }
  const companies = await offered(reader, 'COMPANY')
  expect([companies.includes(world.company), companies.includes(empty.id)]).toEqual([true, false])
  const sites = await offered(reader, 'SITE')
  expect(world.sites.map((id) => sites.includes(id))).toEqual([true, true, true, false])
  expect(await offered(reader, 'ROLE')).toHaveLength(1)
  expect(await offered(blind, 'USER')).toEqual([])
  const query = { subjectType: 'ADMIN_UNIT' as const, subjectId: world.north, right: 'COLLECT' as const }
  const { data: known } = await reader.call(surveyAccess.reach, { query })
  expect([known.count, new Set(known.first.map(({ id }) => id))]).toEqual([2, new Set(world.people.slice(0, 2))])
  expect((await blind.call(surveyAccess.reach, { query })).data).toEqual({ count: 2, first: [] })
})
