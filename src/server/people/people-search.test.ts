import { expect } from 'vitest'
import { people } from '#contract/people.ts'
import { test } from '../test/with-app.ts'

/** The words of a name as the search knows them, written again. */
function words(name: string): string[] {
  return (
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/\p{Script=Han}|[a-z\d]+/gu) ?? []
  )
}

const names = [
  'Maria da Conceição',
  'maria MARIA',
  'Mariana Água-Santa',
  "Marta O'Neil Mario",
  'Ana-Maria 100%',
  '王小明 Mar',
  '王明',
  'Extraordinariamente Maria',
  'Extraordinario Zeca',
]

test('kept totals and pages of a beginning match the names after every change of them', async ({ given, as, sql }) => {
  const staff = as(await given.admin({ permissions: ['users.read', 'users.write', 'users.delete'] }))
  const made = []
  for (const name of names) made.push(await given.participant({ name }))

  async function compare() {
    const { rows } = await sql.owner.query<{ name: string }>(`select name from person where admin_type = 'PARTICIPANT'`)
    for (const beginning of [
      'm',
      'ma',
      'mar',
      'MÁRIA',
      'mario',
      'e',
      'extraordin',
      'extraordinari',
      '王',
      'z',
      '1',
      'x',
      'ma mar',
      'maria ma',
      'a ó n',
      'extraordinari zec',
      'extraordinariament mar',
      'extraordinariamente zeca',
      '王 mar',
    ]) {
      const begins = (name: string, wanted: string) => words(name).some((word) => word.startsWith(wanted))
      const expected = rows.filter(({ name }) => words(beginning).every((wanted) => begins(name, wanted))).length
      for (const query of [{ size: 100 }, { size: 2 }, { size: 2, page: 2 }]) {
        const found = await staff.call(people.search, { query: { query: beginning, ...query } })
        expect([beginning, found.total]).toEqual([beginning, expected])
        const onPage = Math.max(0, Math.min(query.size, expected - ((query.page ?? 1) - 1) * query.size))
        expect([beginning, query, found.data.length]).toEqual([beginning, query, onPage])
      }
    }
  }
  await compare()
  const [conceicao, twice, mariana] = made
  await staff.call(people.update, { params: { id: conceicao?.id ?? 0 }, body: { name: 'Zélia Marques' } })
  await staff.call(people.update, { params: { id: twice?.id ?? 0 }, body: { name: 'Maria' } })
  await staff.call(people.removeMany, { body: { ids: [mariana?.id ?? 0] } })
  await compare()
  // A common word is read in the order of the list, a rare one looked up: both name the same people.
  for (let n = 0; n < 60; n++) await given.participant({ name: `Marcelo ${String(n).padStart(2, '0')}` })
  await compare()
  const search = (page: number) => staff.call(people.search, { query: { query: 'marcelo', page, size: 7 } })
  const pages = []
  for (let page = 1; page <= 9; page++) pages.push(...(await search(page)).data.map((row) => row.name))
  expect(pages).toEqual(Array.from({ length: 60 }, (_, n) => `Marcelo ${String(n).padStart(2, '0')}`))
})

test('a word of thousands gives the same pages as sorting all matches', async ({ given, as, sql }) => {
  const staff = as(await given.admin({ permissions: ['users.read'] }))
  await sql.owner.query(`
      insert into person (username, name, phone, admin_type, role_id)
      select 'word' || n, name, '+25885' || lpad(n::text, 7, '0'), 'PARTICIPANT', (select id from role where role = 'PARTICIPANT')
      from generate_series(1, 16000) n, lateral (select case n % 4
        when 0 then 'Wanda ' || n when 1 then 'Ávila Wan' || n when 2 then '王 Wâ ' || n else 'Zito ' || n % 7 end as name) names`)
  for (const word of ['w', 'wan', 'wanda', 'zito', '王']) {
    for (const sort of ['name', '-name', '-createdAt']) {
      const key = sort.endsWith('name') ? 'name' : 'created_at'
      const way = sort.startsWith('-') ? 'desc' : 'asc'
      const { rows } = await sql.owner.query<{ id: number }>(
        `select id from person where admin_type = 'PARTICIPANT' and fold(name) ~ ('(^| )' || fold($1))
           order by ${key} ${way}, id ${way}`,
        [word],
      )
      for (const page of [1, 37, Math.ceil(rows.length / 100)]) {
        const found = await staff.call(people.participants, { query: { q: word, sort, page, pageSize: 100 } })
        expect([word, sort, found.total]).toEqual([word, sort, rows.length])
        const expected = rows.slice((page - 1) * 100, page * 100).map((row) => row.id)
        expect([word, sort, page, found.data.map((row) => row.id)]).toEqual([word, sort, page, expected])
      }
    }
  }
})

test('a search keeps a sign that is no letter, also beside a single word', async ({ given, as }) => {
  const staff = as(await given.admin({ permissions: ['users.read'] }))
  await given.participant({ name: '龘 王' })
  const with2 = await given.participant({ name: '龘² 王' })
  const found = await staff.call(people.participants, { query: { q: '龘²' } })
  expect(found).toMatchObject({ total: 1, list: [{ id: with2.id }] })
  expect((await staff.call(people.participants, { query: { q: '龘' } })).total).toBe(2)
})

test('the app’s role cannot touch the kept totals', async ({ sql }) => {
  for (const attack of ['update name_beginning set other = 0', 'delete from name_beginning'])
    await expect(sql.app.query(attack), attack).rejects.toMatchObject({ code: '42501' })
})
