import { expect } from 'vitest'
import { people } from '#contract/people.ts'
import { test } from '../test/with-app.ts'

let counter = 0
const word = () => `q${Date.now().toString(36)}${(counter += 1)}`

test('participants are listed in pages with an exact total, sorted, filtered by status', async ({ given, as }) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const mark = word()
  const made = []
  for (const n of [10, 2, 1]) made.push(await given.participant({ name: `${mark} ${n}` }))
  const all = await staff.call(people.participants, { query: { pageSize: 100 } })
  expect(all).toMatchObject({ success: true, total: all.data.length, pagination: { current: 1, pageSize: 100 } })
  expect(all.list).toEqual(all.data)
  const names = async (query: Record<string, string | number>) =>
    (await staff.call(people.participants, { query: { q: mark, ...query } })).data.map((row) => row.name)
  expect(await names({})).toEqual([`${mark} 1`, `${mark} 2`, `${mark} 10`])
  expect(await names({ sort: '-name', size: 2, page: 2 })).toEqual([`${mark} 1`])
  expect(await names({ sort: 'createdAt' })).toEqual([`${mark} 10`, `${mark} 2`, `${mark} 1`])
  expect(await names({ page: 99 })).toEqual([])
  const [first] = made
  await staff.call(people.update, { params: { id: first?.id ?? 0 }, body: { status: 'SUSPENDED' } })
  expect(await names({ status: 'SUSPENDED' })).toEqual([`${mark} 10`])
  const suspended = await staff.call(people.participants, { query: { status: 'SUSPENDED', pageSize: 100 } })
  const active = await staff.call(people.participants, { query: { status: 'ACTIVE' } })
  expect(suspended.total).toBe(suspended.data.length)
  expect(suspended.total + active.total).toBe(all.total)
  for (const query of [{ page: 0 }, { pageSize: 101 }, { sort: 'passwordHash' }, { status: 'GONE' }, { bogus: 1 }])
    await expect(staff.call(people.participants, { query })).rejects.toMatchObject({ status: 400 })
})

test('a search finds phones, names by beginnings in any case, pattern signs as text', async ({ given, as }) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const mark = word()
  const { phone } = await given.participant({ name: `João-Água ${mark} 100%_\\` })
  const search = async (query: string) => {
    const answer = await staff.call(people.search, { query: { query, page: 1, size: 5 } })
    expect(answer.pagination.pageSize).toBe(5)
    return answer.total
  }
  await given.participant({ name: `王小明 ${mark}&` })
  for (const query of ['小明', `王 ${mark}`, `小明 ${mark}&`, `明 & ${mark}`])
    expect([query, await search(query)]).toEqual([query, 1])
  for (const query of ['王%明', `王 ${mark}_`]) expect([query, await search(query)]).toEqual([query, 0])
  const everybody = (await staff.call(people.participants)).total
  for (const blank of ['', '  ', '\t']) expect(await search(blank)).toBe(everybody)
  for (const query of [
    `joao ${mark}`,
    `ÁGUA ${mark.toUpperCase()}`,
    `água ${mark.slice(0, 5)}`,
    `${mark} 100%_\\`,
    `${mark} %`,
    `_ ${mark}`,
    `jo ${mark}`,
    `J ${mark}`,
  ])
    expect([query, await search(query)]).toEqual([query, 1])
  for (const query of [`${mark} 1_0`, `joao-aguas ${mark}`, `ua ${mark}`, mark.slice(1), `gua* ${mark}`, `(${mark}`])
    expect([query, await search(query)]).toEqual([query, 0])
  const digits = phone.slice(1)
  for (const query of [phone, phone.slice(0, -1), digits, digits.slice(3), digits.slice(-7), `${mark} ${digits}`])
    expect([query, (await search(query)) >= 1]).toEqual([query, true])
  expect(await search('+000')).toBe(0)
  await expect(search('x'.repeat(201))).rejects.toMatchObject({ status: 400 })
  await expect(search('a\0b')).rejects.toMatchObject({ status: 400 })
})

test('the staff are listed apart, and found by name, user name and e-mail', async ({ given, as, sql }) => {
  const administrator = as(await given.admin({ role: 'ADMINISTRATOR' }))
  const mark = word()
  const clerk = await given.admin({ permissions: ['companies.read'] })
  await sql.owner.query(`update person set email = $2 where id = $1`, [clerk.id, `${mark}@example.org`])
  await given.participant({ name: mark })
  const found = await administrator.call(people.admins, { query: { q: mark } })
  expect(found).toMatchObject({ total: 1, data: [{ id: clerk.id, adminType: 'ADMIN', roleId: clerk.roleId }] })
  expect((await administrator.call(people.admins, { query: { q: clerk.username } })).total).toBeGreaterThanOrEqual(1)
  const all = await administrator.call(people.admins, { query: { pageSize: 100 } })
  const { rows } = await sql.owner.query<{ n: string }>(`select count(*) as n from person where admin_type = 'ADMIN'`)
  expect(all.total).toBe(Number(rows[0]?.n))
  expect(new Set(all.data.map((row) => row.adminType))).toEqual(new Set(['ADMIN']))
})

test('the staff are listed by their role, in pages with an exact total', async ({ given, as }) => {
  const staff = as(await given.admin({ role: 'ADMINISTRATOR' }))
  const role = await given.role(['surveys.read'])
  const made = []
  for (const name of ['One', 'Two'])
    made.push(
      (
        await staff.call(people.create, {
          body: { adminType: 'ADMIN', username: `of-role-${name}`, name, roleId: role.id },
        })
      ).data,
    )
  const [one, two] = made.map(({ id }) => id)
  const roleId = String(role.id)
  const list = (query: object) => staff.call(people.admins, { query: { roleId, ...query } })
  expect(await list({ pageSize: 1 })).toMatchObject({ total: 2, list: [{ id: one }] })
  expect((await list({ page: 2, pageSize: 1 })).list).toMatchObject([{ id: two }])
  expect((await list({ q: 'Two', status: 'ACTIVE' })).list.map(({ id }) => id)).toEqual([two])
  await staff.call(people.removeAdmins, { body: { filter: { roleId, q: 'Two' }, expected: 1 } })
  expect((await list({})).total).toBe(1)
  await expect(list({ roleId: 'x' })).rejects.toMatchObject({ status: 400 })
})

test('a part of a phone narrows lists and searches only for callers who see phones', async ({ given, as }) => {
  const clerk = as(await given.admin({ permissions: ['users.read'] }))
  const payer = as(await given.admin({ permissions: ['users.read', 'payments.viewPhone'] }))
  const { name, phone } = await given.participant()
  await given.participant()
  const hits = async (staff: typeof clerk, word: string) => {
    const listed = await staff.call(people.participants, { query: { phone: word } })
    const found = await staff.call(people.search, { query: { query: name, phone: word } })
    expect(found.total).toBe(Math.min(1, listed.total))
    return listed.total
  }
  for (const word of [phone, `=${phone}`, phone.slice(1)]) {
    expect([word, await hits(payer, word)]).toEqual([word, 1])
    expect([word, await hits(clerk, word)]).toEqual([word, 1])
  }
  for (const word of [phone.slice(0, -1), phone.slice(-7)]) {
    expect([word, (await hits(payer, word)) >= 1]).toEqual([word, true])
    expect([word, await hits(clerk, word)]).toEqual([word, 0])
  }
  expect(await hits(payer, `=${phone.slice(0, -1)}`)).toBe(0)
})

test('people are deleted by every filter of their list, and by no other', async ({ given, as }) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const [one, two] = [await given.participant(), await given.participant()]
  const filter = { name: `=${one.name}` }
  await staff.call(people.update, { params: { id: two.id }, body: { gender: 'FEMALE' } })
  const remove = (filter: object, expected: number) => staff.call(people.removeMany, { body: { filter, expected } })
  await expect(remove({ roleId: '1' }, 0)).rejects.toMatchObject({ errors: [{ path: 'filter.roleId' }] })
  expect((await remove({ gender: '=female' }, 1)).data.results).toMatchObject([{ id: two.id, code: 'OK' }])
  expect((await remove({ gender: '!~', ...filter }, 0)).data.results).toEqual([])
  expect((await staff.call(people.participants, { query: filter })).list).toMatchObject([{ id: one.id }])
})
