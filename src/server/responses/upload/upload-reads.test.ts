/** What storing thousands of responses at once reads of those that are there. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { test } from '../../test/with-app.ts'
import { findClashes } from '../intake/clashes.ts'
import { type IntakeSurvey, lockIntakeSurvey, takeForms } from '../intake/intake-store.ts'

/** How many entries of the indexes of responses this transaction has read. */
async function entriesRead(tx: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select sum(pg_stat_get_xact_tuples_returned(indexrelid))::bigint as n from pg_index where indrelid = 'form'::regclass`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

async function take(tx: Db, survey: IntakeSurvey, name: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, row) => ({
    row,
    formKey: `${name}${row}`,
    phone: `+25884${name}${1_000_000 + row}`,
    name: 'Ana',
    answers: {},
    prints: [],
  }))
  const chunk = JSON.stringify(rows)
  expect(await findClashes(tx, survey, chunk)).toEqual([])
  const { created } = await takeForms(tx, { survey, version: 1, source: 'EXCEL' }, [chunk])
  expect(created).toHaveLength(count)
}

test('each row of a file reads a few responses, however many its survey already has', async ({ given, services }) => {
  const { id } = await given.survey()
  await inTransaction(services.database.db, async (tx) => {
    const survey = await lockIntakeSurvey(tx, id)
    await take(tx, survey, '1', 500)
    const before = await entriesRead(tx)
    await take(tx, survey, '2', 100)
    expect((await entriesRead(tx)) - before).toBeLessThan(100 * 50)
  })
})
