import { expect } from 'vitest'
import { companies } from '#contract/companies.ts'
import { test } from '../test/with-app.ts'

test('a page of many matches keeps the order of all, spread out or at the end', async ({ staff, sql }) => {
  await sql.owner.query(`
      insert into company (title, category, address) select case when n % 3 = 0 then 'Zebra ' else 'Ant ' end || n / 2,
        case when n % 2 = 0 then 'Óptica' else 'Padaria' end, case when n % 5 > 0 then 'Rua ' || n % 40 end
      from generate_series(1, 18000) n`)
  const narrowed: [query: Record<string, string>, where: string][] = [
    [{ title: 'zeb' }, `title like 'Zebra%'`],
    [{ q: 'OPTI' }, `category = 'Óptica'`],
    [{ q: 'zebra pad' }, `title like 'Zebra%' and category = 'Padaria'`],
    [{ createdAt: '2020-01-01..' }, 'true'],
  ]
  for (const [query, where] of narrowed) {
    for (const sort of ['title', '-title', '-createdAt'] as const) {
      const key = sort.endsWith('title') ? 'title' : 'created_at'
      const way = sort.startsWith('-') ? 'desc' : 'asc'
      const { rows } = await sql.owner.query<{ id: number }>(
        `select id from company where ${where} order by ${key} ${way}, id ${way}`,
      )
      const last = Math.ceil(rows.length / 100)
      for (const page of [1, Math.floor(last / 2), last]) {
        const found = await staff.call(companies.list, { query: { ...query, sort, page, pageSize: 100 } })
        const expected = rows.slice((page - 1) * 100, page * 100).map((row) => row.id)
        expect([query, sort, page, found.total]).toEqual([query, sort, page, rows.length])
        expect([query, sort, page, found.data.map((row) => row.id)]).toEqual([query, sort, page, expected])
      }
    }
  }
})
