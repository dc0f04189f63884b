/**
 * npm run books:check
 * Looks through the books and prints each rule with its time. Exit code 1 when one is broken. The screens then show it.
 */
import { connect } from '#server/db/connect.ts'
import { openDatabase } from '#server/db/pool.ts'
import { brokenOf, checkBooks, noteCheck, type RuleCheck } from '#server/payments/books-check.ts'
import { settingsOrExit } from '#server/settings.ts'

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

async function main(): Promise<number> {
  const connection = await connect(settingsOrExit(), (line) => console.error(line))
  const database = openDatabase(connection.appUrl, { max: 2 })
  try {
    const checks = await checkBooks(database.db)
    await noteCheck(database.db, checks)
    return report(checks)
  } finally {
    await database.close()
    await connection.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
