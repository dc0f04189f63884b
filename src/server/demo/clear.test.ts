import { expect } from 'vitest'
import { openAsOwner } from '../db/pool.ts'
import { withDatabase } from '../db/with-database.ts'
import { ownerUrlOf, test } from '../test/with-app.ts'
import { clearDemo, discardHalfLoaded } from './clear.ts'
import { loadDemo } from './load.ts'
import { demoNote } from './greeting.ts'
import { demoState, isUntouched, noteDemo } from '../demo-state.ts'

test('a database without demo data is not cleared, and one with real work gets no demo', async ({ app }) => {
  const { given, services } = app
  await given.company({ title: 'Kept' })
  await given.admin()
  await expect(clearDemo(ownerUrlOf(app))).rejects.toThrow('nothing was removed')
  await discardHalfLoaded(ownerUrlOf(app))
  expect(await loadDemo(services, ownerUrlOf(app))).toBeUndefined()
  const { rows } = await app.sql.app.query(`select title from company`)
  expect(rows).toEqual([{ title: 'Kept' }])
})

test('a new database is cleared before its first start, and no demo comes into it', async ({ app }) => {
  const { owner } = app.sql
  await owner.query('create database not_begun')
  const url = withDatabase(ownerUrlOf(app), 'not_begun')
  await clearDemo(url)
  const database = openAsOwner(url)
  expect([await demoState(database.db), await isUntouched(database.db)]).toEqual(['cleared', true])
  await database.close()
  await expect(clearDemo(url)).rejects.toThrow('nothing was removed')
  // It waits for connections that are closing; by force they would end with an error.
  await owner.query('drop database not_begun')
})

test('an account made beside a demo says that its people and payments are made up', async ({ services }) => {
  const { db } = services.database
  expect(await demoNote(db)).toBeUndefined()
  await noteDemo(db, 'loaded')
  expect(await demoNote(db)).toMatch(/^This database holds the demo: .* npm run demo:clear/)
  await noteDemo(db, 'cleared')
  expect(await demoNote(db)).toBeUndefined()
})

test('a demo that was interrupted while loading makes room for a new one', async ({ app }) => {
  const { db } = app.services.database
  await noteDemo(db, 'begun')
  await app.given.admin()
  await discardHalfLoaded(ownerUrlOf(app))
  expect([await demoState(db), await isUntouched(db)]).toEqual(['none', true])
})

test('clearing leaves an empty database, and no demo comes back', async ({ app }) => {
  const { db } = app.services.database
  await noteDemo(db, 'loaded')
  await app.given.admin()
  await clearDemo(ownerUrlOf(app))
  expect([await demoState(db), await isUntouched(db)]).toEqual(['cleared', true])
  expect(await loadDemo(app.services, ownerUrlOf(app))).toBeUndefined()
  await expect(clearDemo(ownerUrlOf(app))).rejects.toThrow('nothing was removed')
})
