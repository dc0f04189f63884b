import { expect } from 'vitest'
import { administrativeUnits } from '#contract/administrative-units.ts'
import { companies } from '#contract/companies.ts'
import { people } from '#contract/people.ts'
import { sites } from '#contract/sites.ts'
import { surveys } from '#contract/surveys.ts'
import { test } from '../test/with-app.ts'

test('a search of units, sites, surveys or people lists whole names, then beginnings', async ({ given, as, sql }) => {
  const staff = as(await given.admin({ role: 'ADMINISTRATOR' }))
  await sql.owner.query(`
      insert into administrative_unit (name, code)
      values ('A beira', 'B-1'), ('Beira-Mar', 'B-2'), ('Beira', 'B-3'), ('Zambeze', 'BEIRA');
      with kind as (insert into site_category (title) values ('School') returning id)
      insert into site (title, code, address, site_category_id) select site.*, kind.id from kind, (values
        ('A beira', 'B-1', 'Beira'), ('Beira-Mar', 'B-2', null), ('Beira', null, null), ('Zambeze', 'BEIRA', null)) site`)
  const units = await staff.call(administrativeUnits.list, { query: { q: 'béira' } })
  expect(units.data.map(({ name }) => name)).toEqual(['Beira', 'Zambeze', 'Beira-Mar', 'A beira'])
  const places = await staff.call(sites.list, { query: { q: ' beira' } })
  expect(places.data.map(({ title }) => title)).toEqual(['Beira', 'Zambeze', 'Beira-Mar', 'A beira'])
  const sorted = await staff.call(sites.list, { query: { q: 'beira', sort: '-title' } })
  expect(sorted.data.map(({ title }) => title)).toEqual(['Zambeze', 'Beira-Mar', 'Beira', 'A beira'])

  for (const title of ['A beira', 'Beira-Mar', 'Água']) await staff.call(surveys.create, { body: { title } })
  await sql.owner.query(`update survey set texts = jsonb_set(texts, '{title,zz}', '"Beira"') where title = 'Água'`)
  const found = await staff.call(surveys.list, { query: { q: 'beira' } })
  expect(found.data.map(({ title }) => title)).toEqual(['Água', 'Beira-Mar', 'A beira'])

  const phone = '+258841112233'
  for (const name of ['Ana Beira', 'Beira', 'Beira Ana']) await given.participant({ name })
  const participants = async (q: string) =>
    (await staff.call(people.participants, { query: { q } })).data.map(({ name }) => name)
  expect(await participants('beira')).toEqual(['Beira', 'Beira Ana', 'Ana Beira'])
  expect(await participants('beira ana')).toEqual(['Beira Ana', 'Ana Beira'])
  for (const name of ['Abel', 'Zeca']) {
    const { id } = await given.participant({ name })
    await sql.owner.query('update person set phone = $1 where id = $2', [name === 'Abel' ? `${phone}4` : phone, id])
  }
  expect(await participants('+258 84 111 2233')).toEqual(['Zeca', 'Abel'])
  for (const [name, username] of [
    ['Abel Beirante', 'x.beira'],
    ['Zita', 'beira'],
  ]) {
    const { id } = await given.admin()
    await sql.owner.query('update person set name = $1, username = $2 where id = $3', [name, username, id])
  }
  const admins = await staff.call(people.admins, { query: { q: 'beira' } })
  expect(admins.data.map(({ name }) => name)).toEqual(['Zita', 'Abel Beirante'])
})

test('pages of thousands that a search finds are ordered by how well each fits', async ({ staff, given, sql }) => {
  await sql.owner.query(`
      insert into company (title) select case when n % 900 = 0 then 'Ant' when n % 3 = 0 then 'An ant ' || n
        else 'Ant ' || n end from generate_series(1, 9000) n`)
  const { rows } = await sql.owner.query<{ id: number }>(`
      select id from company order by title <> 'Ant', title not like 'Ant%', title, id`)
  for (const page of [1, 2, 31, 61, 62, 90]) {
    const found = await staff.call(companies.list, { query: { q: 'ant', page, pageSize: 100 } })
    expect(found.total).toBe(9000)
    expect([page, found.data.map(({ id }) => id)]).toEqual([
      page,
      rows.slice((page - 1) * 100, page * 100).map(({ id }) => id),
    ])
  }
  for (let n = 0; n < 30; n++) await given.participant({ name: n % 2 ? `Marcelo ${n}` : `A ${n} Marcelo` })
  const names: string[] = []
  for (const page of [1, 2, 3])
    for (const { name } of (await staff.call(people.participants, { query: { q: 'marcelo', page } })).data)
      names.push(name)
  const [odd, even] = [1, 0].map((first) => Array.from({ length: 15 }, (_, n) => 2 * n + first))
  expect(names).toEqual([...(odd ?? []).map((n) => `Marcelo ${n}`), ...(even ?? []).map((n) => `A ${n} Marcelo`)])
})
