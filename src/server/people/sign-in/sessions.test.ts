import { expect } from 'vitest'
import { auth } from '#contract/auth.ts'
import { test } from '../../test/with-app.ts'

const password = 'correct horse battery'

test('a user sees their sessions, the current one marked, and ends one or all others', async ({ given, as }) => {
  const staff = await given.admin({ password })
  const login = () => as(undefined).call(auth.login, { body: { username: staff.username, password } })
  const headers = { 'user-agent': 'Field phone' }
  await as(undefined).call(auth.login, { body: { username: staff.username, password }, headers })
  const { AccessToken: token } = await login()
  const me = as({ ...staff, token })
  const listed = await me.call(auth.sessions)
  expect(listed.total).toBe(3)
  expect(listed.data.filter((session) => session.current)).toHaveLength(1)
  expect(JSON.stringify(listed)).not.toContain(token)
  const phone = listed.data.find((session) => session.userAgent === 'Field phone')
  expect(await me.call(auth.endSessions, { query: { id: phone?.id } })).toMatchObject({ ended: 1 })
  await expect(me.call(auth.endSessions, { query: { id: phone?.id } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await me.call(auth.endSessions)).toMatchObject({ ended: 1 })
  await expect(as(staff).call(auth.user)).rejects.toMatchObject({ status: 401 })
  expect((await me.call(auth.sessions)).total).toBe(1)
})

test('staff managers see and end the sessions of others, within their own rights', async ({ given, as }) => {
  const clerk = await given.admin({ permissions: ['companies.read'] })
  const administrator = await given.admin({ role: 'ADMINISTRATOR' })
  const auditor = as(await given.admin({ role: 'AUDITOR' }))
  const stranger = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const query = { personId: clerk.id }
  expect((await auditor.call(auth.sessions, { query })).data).toMatchObject([{ current: false }])
  await expect(auditor.call(auth.endSessions, { query })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  for (const endpoint of [auth.sessions, auth.endSessions])
    await expect(stranger.call(endpoint, { query })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const deputy = as(await given.admin({ permissions: ['admins.write'] }))
  await expect(deputy.call(auth.endSessions, { query: { personId: administrator.id } })).rejects.toMatchObject({
    code: 'HIGHER_RIGHTS',
  })
  expect(await as(administrator).call(auth.endSessions, { query })).toMatchObject({ ended: 1 })
  await expect(as(clerk).call(auth.user)).rejects.toMatchObject({ status: 401 })
})
