/**
 * npm run counters:check
 * Compares every kept count with what it counts, and names those that are wrong. Exit code 1 then.
 */
import { connect } from '#server/db/connect.ts'
import { openDatabase } from '#server/db/pool.ts'
import { type CounterAlarm, wrongCounts } from '#server/records/kept-counts.ts'
import { settingsOrExit } from '#server/settings.ts'

function report(alarms: readonly CounterAlarm[]): number {
  if (alarms.length === 0) console.log('Every kept count is as it is counted.')
  for (const { counter, wrong, first } of alarms) {
    console.log(`WRONG: ${counter}, ${wrong} of its counts`)
    for (const each of first) console.log(`  ${each.of}: kept ${each.kept}, counted ${each.true}`)
  }
  return alarms.length === 0 ? 0 : 1
}

async function main(): Promise<number> {
  const connection = await connect(settingsOrExit(), (line) => console.error(line))
  const database = openDatabase(connection.appUrl, { max: 1 })
  try {
    return report(await wrongCounts(database.db))
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
