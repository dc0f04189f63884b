/** In a database of its own: other tests make administrators as they need them. */
import type pg from 'pg'
import { expect, test } from 'vitest'
import { people } from '#contract/people.ts'
import type { Caller } from '../test/caller.ts'
import type { Staff } from '../test/given.ts'
import { withApp } from '../test/with-app.ts'

type RawAnswer = Awaited<ReturnType<Caller['raw']>>

/** Makes two calls meet: neither goes on before both wait for the lock on rights. */
async function atOnce(owner: pg.Pool, calls: (() => Promise<RawAnswer>)[]): Promise<RawAnswer[]> {
  const client = await owner.connect()
  const key = `hashtextextended('people and rights', 0)`
  await client.query(`select pg_advisory_lock(${key})`)
  const answers = Promise.all(calls.map((call) => call()))
  const waiting = async () =>
    (await client.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount ?? 0
  await expect.poll(waiting).toBe(calls.length)
  await client.query(`select pg_advisory_unlock(${key})`)
  client.release()
  return answers
}

test(
  'two administrators who remove or suspend each other at the same moment do not leave the house without one',
  withApp(async ({ given, as, sql }) => {
    const remove = (by: Staff, whom: Staff) => () => as(by).raw(people.removeAdmin, { params: { id: whom.id } })
    const suspend = (by: Staff, whom: Staff) => () =>
      as(by).raw(people.update, { params: { id: whom.id }, body: { status: 'SUSPENDED' } })
    for (const deed of [remove, suspend]) {
      await sql.owner.query(`delete from person`)
      const one = await given.admin({ role: 'ADMINISTRATOR' })
      const two = await given.admin({ role: 'ADMINISTRATOR' })
      const answers = await atOnce(sql.owner, [deed(one, two), deed(two, one)])
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]))
      const { rows } = await sql.owner.query(`select from person where status = 'ACTIVE'`)
      expect(rows).toHaveLength(1)
    }
  }),
)
