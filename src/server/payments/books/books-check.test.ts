/** The look through the books: what it finds, who hears of it. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { payments } from '#contract/payments.ts'
import { sealAudit } from '../../logs/seal-audit.ts'
import { verifyAudit } from '../../logs/verify-audit.ts'
import { answered, paidAs } from '../../test/ended-payments.ts'
import { test } from '../../test/with-app.ts'
import { test as paymentTest } from '../../test/with-payments.ts'
import { booksAlarm, brokenOf, checkBooks, checkBooksNightly, noteCheck } from './books-check.ts'

test('right books raise no alarm; a changed balance alarms the screen and monitors', async ({
  given,
  as,
  services,
  server,
  sql,
}) => {
  const { db } = services.database
  await given.float({ amountMinor: 5000 })
  expect(brokenOf(await checkBooks(db))).toEqual([])
  await checkBooksNightly(services)
  expect(await booksAlarm(db)).toBeNull()
  expect((await server.inject('/readyz?deep')).json()).toEqual({ status: 'ready', broken: [] })
  await sql.owner.query(`update account set debits = debits + 1 where name = 'FLOAT:gsma:MZN'`)
  const broken = brokenOf(await checkBooks(db))
  expect(broken.map(({ rule }) => rule.split(' ')[0])).toEqual(['I1', 'I1', 'I2'])
  // The nightly look was today already, and a caller who asks how all is starts none.
  await checkBooksNightly(services)
  expect((await server.inject('/readyz?deep')).statusCode).toBe(200)
  expect(await booksAlarm(db)).toBeNull()
  await noteCheck(db, broken)
  const deep = await server.inject('/readyz?deep')
  expect([deep.statusCode, deep.json().status, deep.json().broken.length]).toEqual([503, 'books broken', 3])
  const { alarm } = await as(await given.admin()).call(payments.balance)
  expect(alarm?.rules.map((rule) => rule.split(' ')[0])).toEqual(['I1', 'I1', 'I2'])
  await sql.owner.query(`update account set debits = debits - 1 where name = 'FLOAT:gsma:MZN'`)
  await noteCheck(db, await checkBooks(db))
  expect(await booksAlarm(db)).toBeNull()
})

paymentTest('the check finds a changed sealed trail, and a payment that one book lacks', async ({ app }) => {
  const { sql, services } = app
  const { db } = services.database
  const { ids } = await app.given.payments({ count: 3 })
  await app.given.float({ amountMinor: 200_000 })
  await answered(app, ids, paidAs(50_000))
  const { rows } = await sql.owner.query<{ clientRef: string }>(
    `select client_ref as "clientRef" from attempt where payable_id = any($1) order by payable_id`,
    [ids],
  )
  const file = join(await mkdtemp(join(tmpdir(), 'canvass-simulator-')), 'simulator.jsonl')
  const lines = rows.map(({ clientRef }) => ({ clientRef, amountMinor: 50_000, currency: 'MZN', finalAt: 1 }))
  const found = async (said: object[]) => {
    await writeFile(file, said.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const broken = brokenOf(await checkBooks(db, file)).map((check) => check.rows)
    return broken.flat().map((row) => (row as { why: string }).why)
  }
  expect(await found(lines)).toEqual([])
  const [first, second, third] = lines
  expect(await found([first, second, third, { ...third }] as object[])).toEqual(['paid twice there'])
  expect(await found([first, second] as object[])).toEqual(['paid here'])
  expect(await found([first, second, { ...third, amountMinor: 1 }] as object[])).toEqual(['paid here'])
  expect(await found([...lines, { ...third, clientRef: randomUUID() }])).toEqual(['paid there'])
  expect(await found([first, second, { ...third, failure: 'x' }] as object[])).toEqual(['paid here'])

  const unsealed = async () => {
    await sealAudit(db)
    return (await verifyAudit(db)).unsealed
  }
  await expect.poll(unsealed).toBe(0)
  expect(brokenOf(await checkBooks(db))).toEqual([])
  const forge = (action: string) =>
    sql.owner.query(
      `set session_replication_role = replica; update audit set action = ${action} where id = (select min(id) from audit);
         set session_replication_role = origin`,
    )
  await forge(`action || '!'`)
  expect(brokenOf(await checkBooks(db)).map(({ rule }) => rule.split(' ')[0])).toEqual(['I9'])
  await forge(`rtrim(action, '!')`)
})
