/** Behind a real PgBouncer, as docs/operations.md sets it up. */
import { expect } from 'vitest'
import { entry } from '#contract/entry.ts'
import { responses } from '#contract/responses.ts'
import { buildApp } from '../app.ts'
import { caller } from '../test/caller.ts'
import { hasPgBouncer, startPgBouncer } from '../test/pgbouncer.ts'
import { test } from '../test/with-app.ts'
import { checkSession, openDatabase } from './pool.ts'

const connections = 3

test.runIf(hasPgBouncer())(
  'behind PgBouncer sessions are those of the app, and calls at once agree',
  async ({ services, given, sql }) => {
    const bouncer = await startPgBouncer(services.database.pool.options.connectionString ?? '', { connections })
    const database = openDatabase(bouncer.url, { max: 20, statements: 'unnamed' })
    const server = await buildApp({ ...services, database })
    try {
      await checkSession(database)
      const asked = `select current_user || ' ' || current_setting('statement_timeout') || ' ' || current_setting('timezone') || ' '
        || current_setting('idle_in_transaction_session_timeout') as session, pg_backend_pid() as pid, pg_sleep(0.02)`
      const sessions = await Promise.all(
        Array.from({ length: 20 }, () => database.pool.query<{ session: string; pid: number }>(asked)),
      )
      expect(new Set(sessions.map(({ rows }) => rows[0]?.session))).toEqual(new Set(['canvass_app 1min UTC 1min']))
      expect(new Set(sessions.map(({ rows }) => rows[0]?.pid)).size).toBeLessThanOrEqual(connections)

      const survey = await given.survey()
      const { token } = await given.admin()
      const staff = caller(server, token)
      const answers = { name: 'Ana', members: 4 }
      const sent = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          staff.call(entry.send, { body: { surveyId: survey.id, clientUuid: `form-${n % 30}`, answers } }),
        ),
      )
      expect(sent).toHaveLength(40)
      const { total } = await staff.call(responses.list, { query: { surveyId: survey.encodedId } })
      expect(total).toBe(30)
      // No call left its session to the next one with a role or a lock of its own.
      const { rows } = await sql.owner.query(
        `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      )
      expect(rows).toEqual([])
    } finally {
      await server.close()
      await database.close()
      await bouncer.stop()
    }
  },
)
