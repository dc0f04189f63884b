import { eraseConfirmed } from '../erasure/erase.ts'
import type { TestApp } from './with-app.ts'

/** As the worker does it once two people have decided. */
export async function eraseParticipant({ sql, services }: Pick<TestApp, 'sql' | 'services'>, id = 0): Promise<void> {
  await sql.owner.query(
    `insert into erasure (person_id, reason, report, status, asked_by, decided_by, decided_at)
     select $1, 'They ask for it', '{}', 'CONFIRMED', min(id), max(id), now() from (
       select id from person order by id = $1, id limit 2) two`,
    [id],
  )
  await eraseConfirmed(services)
}
