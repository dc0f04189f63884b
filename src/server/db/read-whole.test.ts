import { expect, test } from 'vitest'
import { companies } from '#contract/companies.ts'
import { withApp } from '../test/with-app.ts'
import { tableStore } from './table-store.ts'

const store = tableStore('company', companies, { search: ['title'] })

test(
  'a whole list is the list of one moment, in its order, whatever is written while it is read',
  withApp(async ({ services, sql: { owner } }) => {
    const fill = (from: number, to: number) =>
      owner.query(`insert into company (title, category) select n, 'whole' from generate_series($1::int, $2::int) n`, [
        from,
        to,
      ])
    await fill(1, 1200)
    const query = { category: '=whole', sort: '-title' }
    const titles = await store.whole(services.database.db, query, {
      scope: undefined,
      async use({ total, batches }) {
        expect(total).toBe(1200)
        const seen: string[] = []
        for await (const rows of batches) {
          if (seen.length === 0) {
            await owner.query(`delete from company where category = 'whole' and title::int <= 600`)
            await fill(1201, 1300)
          }
          seen.push(...rows.map((row) => row.title))
        }
        return seen
      },
    })
    expect(titles).toEqual(Array.from({ length: 1200 }, (_, index) => String(1200 - index)))
    expect(await store.count(services.database.db, query)).toBe(700)
  }),
)

test(
  'a reader that gives up leaves no connection behind',
  withApp(async ({ services: { database } }) => {
    const reading = store.whole(
      database.db,
      {},
      {
        scope: undefined,
        use: () => Promise.reject(new Error('enough')),
      },
    )
    await expect(reading).rejects.toThrow('enough')
    expect(database.pool.idleCount).toBe(database.pool.totalCount)
  }),
)
