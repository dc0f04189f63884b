import { describe, expect } from 'vitest'
import { auth } from '#contract/auth.ts'
import { companies } from '#contract/companies.ts'
import { people } from '#contract/people.ts'
import { surveysNote } from './create-admin.ts'
import { test } from '../test/with-app.ts'

let counter = 0
const word = () => `p${Date.now().toString(36)}${(counter += 1)}`
const phone = () => `+25887${String((counter += 1)).padStart(7, '0')}`

describe('creating people', () => {
  test('a member of staff gets a password that is shown once, works once and is replaced', async ({ given, as }) => {
    const administrator = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const role = await given.role(['companies.read'])
    const username = word()
    const { data, statusCode } = await administrator.call(people.create, {
      body: { adminType: 'ADMIN', username, name: 'Ana Tembe', roleId: role.id, email: 'ana@example.org' },
    })
    expect(statusCode).toBe(201)
    expect(data).toMatchObject({
      username,
      adminType: 'ADMIN',
      role: role.role,
      mustChangePassword: true,
      phone: null,
    })
    const password = data.newPassword ?? ''
    const signIn = (given: string) => as(undefined).call(auth.login, { body: { username, password: given } })
    const { AccessToken: token, userInfo } = await signIn(password)
    expect(userInfo.mustChangePassword).toBe(true)
    await expect(signIn(password)).rejects.toMatchObject({ status: 401, code: 'LOGIN_FAILED' })
    const newcomer = as({ id: data.id, username, token, roleId: role.id })
    await expect(newcomer.call(companies.list)).rejects.toMatchObject({
      status: 403,
      code: 'PASSWORD_CHANGE_REQUIRED',
    })
    await newcomer.call(auth.user)
    await newcomer.call(auth.validateToken)
    // The language of the sign-in page is theirs from the first moment.
    await newcomer.call(auth.setLocale, { body: { locale: 'pt-br' } })
    expect((await newcomer.call(auth.user)).user.user.locale).toBe('pt-br')
    const newPassword = 'tide lamp orchard'
    await newcomer.call(auth.changePassword, { body: { currentPassword: password, newPassword } })
    await newcomer.call(companies.list)
    expect((await signIn(newPassword)).userInfo.mustChangePassword).toBe(false)
  })

  test('a participant needs a phone, which is kept as E.164 and is what they go by', async ({ given, as }) => {
    const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
    const number = phone()
    const body = { adminType: 'PARTICIPANT', name: 'João Macuácua', phone: number.slice(4) }
    await expect(staff.call(people.create, { body })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ path: 'phone', code: 'PHONE_COUNTRY_NEEDED' }],
    })
    const written = `00${number.slice(1, 4)} ${number.slice(4, 6)}-${number.slice(6)}`
    const { data } = await staff.call(people.create, { body: { ...body, phone: written } })
    expect(data).toMatchObject({ phone: number, username: number, role: 'PARTICIPANT', newPassword: null })
    await expect(staff.call(people.create, { body: { ...body, phone: number } })).rejects.toMatchObject({
      status: 409,
      code: 'DUPLICATE',
    })
  })

  test('everything that is wrong is said at once, and nothing comes in by a side door', async ({ given, as, sql }) => {
    const administrator = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const create = (body: unknown) => administrator.call(people.create, { body })
    await expect(create({ adminType: 'ADMIN', name: 'X', phone: '12', password: 'short' })).rejects.toMatchObject({
      errors: [
        { path: 'phone', code: 'BAD_PHONE' },
        { path: 'username', code: 'REQUIRED' },
        { path: 'roleId', code: 'REQUIRED' },
        { path: 'password', code: 'TOO_SHORT' },
      ],
    })
    const good = { adminType: 'PARTICIPANT', name: 'X', phone: phone() }
    for (const extra of ['status', 'id', 'createdBy', 'permissions', 'passwordHash', 'version', 'mustChangePassword'])
      await expect(create({ ...good, [extra]: 1 }), extra).rejects.toMatchObject({
        errors: [{ path: extra, code: 'UNKNOWN_KEY' }],
      })
    for (const name of [{ $ne: null }, ['X'], 7, true, null, ''])
      await expect(create({ ...good, name }), JSON.stringify(name)).rejects.toMatchObject({ status: 400 })
    for (const username of ['12345', 'a b', 'x', 'a\nb', "' or 1=1", { $gt: '' }])
      await expect(create({ ...good, username }), JSON.stringify(username)).rejects.toMatchObject({ status: 400 })
    await expect(create({ ...good, roleId: 1 })).rejects.toMatchObject({
      errors: [{ path: 'roleId', code: 'NOT_ALLOWED' }],
    })
    await expect(create({ ...good, role: 'ADMINISTRATOR' })).rejects.toMatchObject({
      errors: [{ path: 'role', code: 'NOT_ALLOWED' }],
    })
    const { rows } = await sql.owner.query(`select 1 from person where phone = $1`, [good.phone])
    expect(rows).toEqual([])
  })

  test('each kind of people needs its own right', async ({ given, as }) => {
    const ofParticipants = as(await given.admin({ permissions: ['users.write'] }))
    const ofStaff = as(await given.admin({ permissions: ['admins.write', 'companies.read'] }))
    const { id: roleId } = await given.role(['companies.read'])
    const staff = { adminType: 'ADMIN', name: 'X', username: word(), roleId }
    const participant = { adminType: 'PARTICIPANT', name: 'X', phone: phone() }
    await expect(ofParticipants.call(people.create, { body: staff })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      data: { needs: 'admins.write' },
    })
    await expect(ofStaff.call(people.create, { body: participant })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      data: { needs: 'users.write' },
    })
    const { data } = await ofParticipants.call(people.create, { body: participant })
    await ofParticipants.call(people.update, { params: { id: data.id }, body: { name: 'Y' } })
    await ofStaff.call(people.create, { body: staff })
  })
})

describe('changing people', () => {
  test('fields that are present change, a stale version is refused with the current row', async ({ given, as }) => {
    const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
    const { id, phone: number } = await given.participant()
    const update = (body: object) => staff.call(people.update, { params: { id }, body })
    const { data } = await update({ id, gender: 'FEMALE', birthDate: '1990-02-28', version: 1 })
    expect(data).toMatchObject({ gender: 'FEMALE', birthDate: '1990-02-28', version: 2, phone: number })
    await expect(update({ gender: null, version: 1 })).rejects.toMatchObject({
      code: 'STALE',
      data: { id, version: 2, gender: 'FEMALE' },
    })
    expect((await update({ gender: null })).data.gender).toBeNull()
    const moved = phone()
    expect((await update({ phone: moved })).data).toMatchObject({ phone: moved, username: moved })
    for (const body of [
      { birthDate: '1990-02-30' },
      { phone: null },
      { roleId: 1 },
      { adminType: 'ADMIN' },
      { bogus: 1 },
    ])
      await expect(update(body), JSON.stringify(body)).rejects.toMatchObject({ status: 400 })
  })

  test('a revoked right is gone at the next request; a suspension ends the sessions', async ({ given, as }) => {
    const administrator = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const clerk = await given.admin({ permissions: ['companies.read'] })
    const none = await given.role([])
    await as(clerk).call(companies.list)
    await administrator.call(people.update, { params: { id: clerk.id }, body: { roleId: none.id } })
    await expect(as(clerk).call(companies.list)).rejects.toMatchObject({ status: 403 })
    await administrator.call(people.update, { params: { id: clerk.id }, body: { status: 'SUSPENDED' } })
    await expect(as(clerk).call(auth.user)).rejects.toMatchObject({ status: 401 })
    await administrator.call(people.update, { params: { id: clerk.id }, body: { status: 'ACTIVE' } })
    await expect(as(clerk).call(auth.user)).rejects.toMatchObject({ status: 401 })
  })

  test('no actor gives a higher role, manages a higher account or changes own rights', async ({ given, as, sql }) => {
    const deputy = await given.admin({ permissions: ['admins.read', 'admins.write', 'companies.read'] })
    const clerk = await given.admin({ permissions: ['companies.read'] })
    const higher = await given.admin({ role: 'ADMINISTRATOR' })
    const strong = await given.role(['companies.write'])
    const update = (id: number, body: object) => as(deputy).call(people.update, { params: { id }, body })
    await expect(update(clerk.id, { roleId: strong.id })).rejects.toMatchObject({ code: 'GRANT_NOT_HELD' })
    await expect(update(clerk.id, { roleId: 999_999 })).rejects.toMatchObject({ code: 'UNKNOWN_REFERENCE' })
    for (const body of [{ status: 'SUSPENDED' }, { name: 'Renamed' }, { roleId: clerk.roleId }])
      await expect(update(higher.id, body)).rejects.toMatchObject({ code: 'HIGHER_RIGHTS' })
    await expect(update(deputy.id, { roleId: clerk.roleId })).rejects.toMatchObject({ code: 'OWN_ROLE' })
    await expect(update(deputy.id, { status: 'SUSPENDED' })).rejects.toMatchObject({ code: 'OWN_ACCOUNT' })
    await expect(update(deputy.id, { phone: phone() })).rejects.toMatchObject({ code: 'OWN_ACCOUNT' })
    await update(deputy.id, { name: 'My new name' })
    const { rows } = await sql.owner.query<{ code: string }>(
      `select after->>'code' as code from audit where actor_id = $1 and action = 'users.refused' order by id`,
      [deputy.id],
    )
    const codes = rows.map((row) => row.code)
    expect(codes).toEqual([
      'GRANT_NOT_HELD',
      'HIGHER_RIGHTS',
      'HIGHER_RIGHTS',
      'HIGHER_RIGHTS',
      'OWN_ROLE',
      'OWN_ACCOUNT',
      'OWN_ACCOUNT',
    ])
  })

  test('a person outside the view of the caller looks like a missing one', async ({ given, as }) => {
    const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
    const { id } = await given.admin()
    const missing = await staff.raw(people.get, { params: { id: 999_999_999 } })
    expect((await staff.raw(people.get, { params: { id } })).bytes.toString()).toBe(missing.bytes.toString())
    const update = { params: { id }, body: { name: 'X' } }
    await expect(staff.call(people.update, update)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { data } = await staff.call(people.removeMany, { body: { ids: [id] } })
    expect(data.results).toMatchObject([{ id, ok: false, code: 'NOT_FOUND' }])
  })

  test('a caller without right to phones sees their ends only, also in user names', async ({ given, as }) => {
    const { id, name, phone: number } = await given.participant({ name: `Zita ${word()}` })
    const auditor = as(await given.admin({ role: 'AUDITOR' }))
    const masked = `${number.slice(0, 4)}•••••••${number.slice(-2)}`
    const { data } = await auditor.call(people.get, { params: { id } })
    expect(data).toMatchObject({ name, phone: masked, username: masked })
    const found = async (query: string) => (await auditor.call(people.search, { query: { query } })).total
    expect(await found(name)).toBe(1)
    expect(await found(number)).toBe(1)
    expect(await found(number.slice(-5))).toBe(0)
  })
})

describe('deleting people', () => {
  test('every door obeys the same rules', async ({ given, as }) => {
    const administrator = await given.admin({ role: 'ADMINISTRATOR' })
    const other = await given.admin({ role: 'ADMINISTRATOR' })
    const by = as(administrator)
    const clerk = await given.admin({ permissions: [] })
    const deputy = as(await given.admin({ permissions: ['admins.delete', 'users.delete', 'admins.read'] }))
    const doors = [
      (id: number) => deputy.call(people.removeMany, { body: { ids: [id] } }),
      (id: number) => deputy.call(people.removeAdmins, { body: { ids: [id] } }),
    ]
    for (const door of doors)
      expect((await door(other.id)).data.results).toMatchObject([{ ok: false, code: 'HIGHER_RIGHTS' }])
    await expect(deputy.call(people.removeAdmin, { params: { id: other.id } })).rejects.toMatchObject({
      code: 'HIGHER_RIGHTS',
    })
    await expect(by.call(people.removeAdmin, { params: { id: administrator.id } })).rejects.toMatchObject({
      code: 'OWN_ACCOUNT',
    })
    const ids = [clerk.id, administrator.id, 999_999_999]
    const { data, success } = await by.call(people.removeAdmins, { body: { ids } })
    expect(success).toBe(false)
    expect(data.results.map((row) => row.code)).toEqual(['OK', 'OWN_ACCOUNT', 'NOT_FOUND'])
    await expect(as(clerk).call(auth.user)).rejects.toMatchObject({ status: 401 })
    await expect(by.call(people.removeAdmin, { params: { id: clerk.id } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await by.call(people.removeAdmin, { params: { id: other.id } })
  })

  test('who has responses or steps of payments stays', async ({ given, as, sql }) => {
    const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
    const survey = await given.survey()
    const [response] = await given.responses(survey, 1)
    const { rows } = await sql.owner.query<{ id: number }>(`select id from person where phone = $1`, [response?.phone])
    const { id: free } = await given.participant()
    const used = rows[0]?.id ?? 0
    const { data } = await staff.call(people.removeMany, { body: { ids: [used, free] } })
    expect(data.results.map((row) => row.code)).toEqual(['IN_USE', 'OK'])
    await expect(staff.call(people.get, { params: { id: free } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('a role that does not see all surveys is told where access is given', async ({ services }) => {
  const { db } = services.database
  expect(await surveysNote(db, 'REVIEWER')).toMatch(/^REVIEWER sees public surveys, .* on the tab "Access"/)
  expect([await surveysNote(db, 'ADMINISTRATOR'), await surveysNote(db, 'AUDITOR')]).toEqual([undefined, undefined])
})
