/** What the commands that check the database share: its connection, and the exit code. */
import type { Kysely } from 'kysely'
import { connectBeside } from '#server/db/connect.ts'
import { openDatabase } from '#server/db/pool.ts'
import { settingsOrExit } from '#server/settings.ts'
import { runCommand } from './command.ts'

/** Runs `check` as the app's role, also beside a running server. Ends with the code that it answers, or with 1 when it cannot be done. */
export async function checkDatabase(check: (db: Kysely<unknown>) => Promise<number>): Promise<void> {
  await runCommand(() => onDatabase(check))
}

async function onDatabase(check: (db: Kysely<unknown>) => Promise<number>): Promise<number> {
  const connection = await connectBeside(settingsOrExit(), (line) => console.error(line))
  const database = openDatabase(connection.appUrl, { max: 2 })
  try {
    return await check(database.db)
  } finally {
    await database.close()
    await connection.close()
  }
}
