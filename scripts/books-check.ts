/**
 * npm run books:check
 * Looks through the books and prints each rule with its time. Exit code 1 when one is broken. The screens then show it.
 */
import { settingsOrExit } from '#server/settings.ts'
import { simulatorFileOf } from '#server/payments/worker/meet-providers.ts'
import { brokenOf, checkBooks, noteCheck, type RuleCheck } from '#server/payments/books/books-check.ts'
import { checkDatabase } from './check-database.ts'

function report(checks: readonly RuleCheck[]): number {
  for (const { rule, milliseconds, rows } of checks) {
    console.log(`${rows.length === 0 ? 'holds ' : 'BROKEN'} ${String(milliseconds).padStart(7)} ms  ${rule}`)
    for (const row of rows) console.log(`         ${JSON.stringify(row)}`)
  }
  const total = checks.reduce((all, { milliseconds }) => all + milliseconds, 0)
  const broken = brokenOf(checks).length
  console.log(`${checks.length} rules in ${total} ms, ${broken === 0 ? 'all hold' : `${broken} broken`}`)
  return broken === 0 ? 0 : 1
}

await checkDatabase(async (db) => {
  const checks = await checkBooks(db, simulatorFileOf(settingsOrExit()))
  await noteCheck(db, checks)
  return report(checks)
})
