/** The look through the books: what it finds, who hears of it. */
import { expect, test } from 'vitest'
import { payments } from '#contract/payments.ts'
import { withApp } from '../test/with-app.ts'
import { booksAlarm, brokenOf, checkBooks, checkBooksNightly, noteCheck } from './books-check.ts'

test(
  'books that are right raise no alarm; a changed balance does, on the screen and for monitors',
  withApp(async ({ given, as, services, server, sql }) => {
    const { db } = services.database
    await given.float({ amountMinor: 5000 })
    expect(brokenOf(await checkBooks(db))).toEqual([])
    await checkBooksNightly(services)
    expect(await booksAlarm(db)).toBeNull()
    expect((await server.inject('/readyz?deep')).json()).toEqual({ status: 'ready', broken: [] })
    await sql.owner.query(`update account set debits = debits + 1 where name = 'FLOAT:gsma:MZN'`)
    const broken = brokenOf(await checkBooks(db))
    expect(broken.map(({ rule }) => rule.split(' ')[0])).toEqual(['I1', 'I2'])
    const deep = await server.inject('/readyz?deep')
    expect([deep.statusCode, deep.json().status]).toEqual([503, 'books broken'])
    // The nightly look was today already.
    await checkBooksNightly(services)
    expect(await booksAlarm(db)).toBeNull()
    await noteCheck(db, broken)
    const { alarm } = await as(await given.admin()).call(payments.balance)
    expect(alarm?.rules.map((rule) => rule.split(' ')[0])).toEqual(['I1', 'I2'])
    await sql.owner.query(`update account set debits = debits - 1 where name = 'FLOAT:gsma:MZN'`)
    await noteCheck(db, await checkBooks(db))
    expect(await booksAlarm(db)).toBeNull()
  }),
)
