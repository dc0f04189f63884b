import { expect } from 'vitest'
import { people } from '#contract/people.ts'
import { test } from '../test/with-app.ts'

test('what a list shows goes by its filter, each row under the same rules as by id', async ({ given, as, sql }) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const gone = [await given.participant({ name: 'Zacarias Ngovo' }), await given.participant({ name: 'Zacárias Dois' })]
  const other = await given.participant({ name: 'Somebody else' })
  const survey = await given.survey()
  const [response] = await given.responses(survey, 1)
  const used = await sql.owner.query<{ id: number }>(
    `update person set name = 'Zacarias Três' where phone = $1 returning id`,
    [response?.phone],
  )
  const filter = { q: 'zacarias' }
  await expect(staff.call(people.removeMany, { body: { filter, expected: 2 } })).rejects.toMatchObject({
    code: 'SELECTION_CHANGED',
    data: { total: 3 },
  })
  const { data, success } = await staff.call(people.removeMany, { body: { filter, expected: 3 } })
  expect(success).toBe(false)
  expect(data).toMatchObject({ requested: 3, succeeded: 2, failed: 1 })
  expect(data.results.find(({ ok }) => !ok)).toMatchObject({ id: used.rows[0]?.id, code: 'IN_USE' })
  for (const { id } of gone)
    await expect(staff.call(people.get, { params: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await staff.call(people.get, { params: { id: other.id } })
  const nobody = await staff.call(people.removeMany, {
    body: { filter: { q: 'nobody of this name' }, expected: 0 },
  })
  expect(nobody).toMatchObject({ success: true, data: { requested: 0, results: [] } })
})

test('staff are deleted by filter, except the caller, higher accounts and unseen ones', async ({ given, as, sql }) => {
  const self = await given.admin({ permissions: ['admins.read', 'admins.delete', 'users.delete'] })
  const clerk = await given.admin({ permissions: ['admins.read'] })
  const higher = await given.admin({ role: 'ADMINISTRATOR' })
  const names = [self.id, clerk.id, higher.id]
  await sql.owner.query(`update person set name = 'Xiluva ' || id where id = any($1)`, [names])
  const { data } = await as(self).call(people.removeAdmins, {
    body: { filter: { q: 'xiluva', status: 'ACTIVE' }, expected: 3 },
  })
  expect(data.results.map(({ id, code }) => [id, code])).toEqual([
    [self.id, 'OWN_ACCOUNT'],
    [clerk.id, 'OK'],
    [higher.id, 'HIGHER_RIGHTS'],
  ])
  await expect(as(self).call(people.removeMany, { body: { filter: {}, expected: 0 } })).rejects.toMatchObject({
    code: 'FORBIDDEN',
    data: { needs: 'users.read' },
  })
})

test('a body of too many people, of none, or named in two ways is refused whole', async ({ given, as, sql }) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  await sql.owner.query(
    `insert into person (username, name, phone, admin_type, role_id)
       select '+25889' || lpad(n::text, 7, '0'), 'Multidão ' || n, '+25889' || lpad(n::text, 7, '0'), 'PARTICIPANT',
         (select id from role where role = 'PARTICIPANT') from generate_series(1, 1001) n`,
  )
  const remove = (body: unknown) => staff.call(people.removeMany, { body })
  await expect(remove({ filter: { q: 'multidao' }, expected: 1001 })).rejects.toMatchObject({
    status: 413,
    code: 'TOO_MANY_MATCHES',
  })
  expect((await staff.call(people.participants, { query: { q: 'multidao' } })).total).toBe(1001)
  for (const body of [
    {},
    { ids: [1], filter: {} },
    { filter: { role: 'x' }, expected: 1 },
    { filter: [], expected: 1 },
    { filter: null, expected: 1 },
    // A search box that was empty would mean everybody.
    { filter: { q: '' } },
    { ids: [] },
  ])
    await expect(remove(body), JSON.stringify(body)).rejects.toMatchObject({ status: 400 })
})

test('only callers who see all surveys learn how many surveys block a deletion', async ({ given, as, sql }) => {
  const [response] = await given.responses(await given.survey(), 1)
  const { rows } = await sql.owner.query<{ id: number }>('select id from person where phone = $1', [response?.phone])
  const ids = rows.map(({ id }) => id)
  const may = ['users.read', 'users.delete']
  const usedBy = async (permissions: string[]) => {
    const staff = as(await given.admin({ permissions }))
    const { data } = await staff.call(people.removeMany, { body: { ids } })
    return data.results.map((row) => row.usedBy)
  }
  expect(await usedBy(may)).toEqual([{}])
  expect(await usedBy([...may, 'surveys.all'])).toEqual([{ form: 1 }])
})
