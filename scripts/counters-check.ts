/**
 * npm run counters:check
 * Compares every kept count with what it counts, and names those that are wrong. Exit code 1 then.
 */
import { type CounterAlarm, wrongCounts } from '#server/records/wrong-counts.ts'
import { checkDatabase } from './check-database.ts'

function report(alarms: readonly CounterAlarm[]): number {
  if (alarms.length === 0) console.log('Every kept count is as it is counted.')
  for (const { counter, wrong, first } of alarms) {
    console.log(`WRONG: ${counter}, ${wrong} of its counts`)
    for (const each of first) console.log(`  ${each.of}: kept ${each.kept}, counted ${each.true}`)
  }
  return alarms.length === 0 ? 0 : 1
}

await checkDatabase(async (db) => report(await wrongCounts(db)))
