/** What a new house needs before its first payment, as far as the data show it. */
import { sql } from 'kysely'
import type { Dashboard, marks } from '#contract/dashboard.ts'
import { administratorRole } from '#domain/permissions.ts'
import type { Db } from '../db/pool.ts'
import type { Settings } from '../settings.ts'

/** Undefined when all of it is there, or the person put the list away. */
export async function firstStepsOf(
  db: Db,
  personId: number,
  settings: Settings,
): Promise<NonNullable<Dashboard['firstSteps']> | undefined> {
  const { rows } = await sql<{
    isAway: boolean
    administrators: number
    units: boolean
    survey: boolean
    float: boolean
  }>`
    select exists (select from person_mark where person_id = ${personId} and mark = 'first-steps') as "isAway",
      (select count(*)::int from (
        select from person join role on role.id = person.role_id
        where role.role = ${administratorRole} and person.status = 'ACTIVE' limit 2) found) as administrators,
      exists (select from administrative_unit) as units, exists (select from survey) as survey,
      exists (select from account where kind = 'FLOAT' and debits > 0) as float`.execute(db)
  const [row] = rows
  if (!row || row.isAway) return undefined
  const { administrators, units, survey, float } = row
  const provider = settings.provider !== undefined
  const steps = { secondAdministrator: administrators > 1, units, survey, provider, float }
  return Object.values(steps).every(Boolean) ? undefined : steps
}

export async function putMark(db: Db, personId: number, mark: (typeof marks)[number]): Promise<void> {
  await sql`
    insert into person_mark (person_id, mark) values (${personId}, ${mark})
    on conflict (person_id, mark) do update set at = now()`.execute(db)
}
