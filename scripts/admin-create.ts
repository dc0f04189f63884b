/**
 * npm run admin:create -- --username ana --name "Ana Silva" [--role ADMINISTRATOR]
 * npm run admin:create -- --reset ana
 * The first account of an external database, or one more; or a new password for a member of staff. The password is
 * printed once; CANVASS_ADMIN_PASSWORD sets it.
 */
import { parseArgs } from 'node:util'
import { problemText } from '#domain/problems.ts'
import { usernameFault } from '#domain/people/username.ts'
import { createAdmin, resetFromServer, surveysNote } from '#server/people/create-admin.ts'
import { demoNote } from '#server/demo/greeting.ts'
import { connectBeside } from '#server/db/connect.ts'
import { newPasswordProblem } from '#server/people/sign-in/password-rules.ts'
import { migrate } from '#server/migrate.ts'
import { openAsOwner } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { settingsOrExit } from '#server/settings.ts'
import { runCommand } from './command.ts'

const usage = `Usage: npm run admin:create -- --username ana [--name "Ana Silva"] [--role ADMINISTRATOR]
       npm run admin:create -- --reset ana`

async function main(): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { username: text, name: text, role: text, reset: text } })
  const { reset, username = reset, name = username, role = 'ADMINISTRATOR' } = values
  const mixed = reset !== undefined && Object.keys(values).length > 1
  if (mixed || !username || !name || usernameFault(username)) throw new Error(usage)
  const password = process.env['CANVASS_ADMIN_PASSWORD']
  const problem = password === undefined ? undefined : newPasswordProblem('CANVASS_ADMIN_PASSWORD', password, username)
  if (problem) {
    throw new Error(`CANVASS_ADMIN_PASSWORD: ${problemText(problem)}`)
  }
  await using running = new AsyncDisposableStack()
  const connection = await connectBeside(settingsOrExit(), console.error)
  running.defer(() => connection.close())
  await migrate(connection.ownerUrl)
  const database = openAsOwner(connection.ownerUrl)
  running.defer(() => database.close())
  const made = await inTransaction(database.db, (db) =>
    reset === undefined ? createAdmin(db, { username, name, role, password }) : resetFromServer(db, reset, password),
  )
  const done = reset === undefined ? `Created ${username} as ${role}.` : `${username} has a new password.`
  console.log(done + (password === undefined ? ` Password: ${made}` : ''))
  if (reset !== undefined) return
  for (const note of [await surveysNote(database.db, role), await demoNote(database.db)])
    if (note !== undefined) console.log(note)
}

await runCommand(main)
