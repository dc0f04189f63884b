/**
 * Puts the slots of past days together, so that sums over all days read few rows. Slots keep parallel intakes apart,
 * and few of those touch a past day.
 */
import { sql } from 'kysely'
import type { Services } from '../../services.ts'

const atOnce = 20_000

/** Rows that others hold wait for the next time. It waits for slot 0 alone, in key order, as bookings do. */
export async function foldCounts({ database: { db } }: Pick<Services, 'database'>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      with past as (
        select survey_id, survey_version, status, day, is_pilot, slot from survey_counter
        where slot <> 0 and day < current_date - 1 limit ${atOnce} for update skip locked
      ), gone as (
        delete from survey_counter c using past
        where (c.survey_id, c.survey_version, c.status, c.day, c.is_pilot, c.slot)
          = (past.survey_id, past.survey_version, past.status, past.day, past.is_pilot, past.slot)
        returning c.survey_id, c.survey_version, c.status, c.day, c.is_pilot, c.n
      ), folded as (
        insert into survey_counter as counter (survey_id, survey_version, status, day, is_pilot, slot, n)
        select survey_id, survey_version, status, day, is_pilot, 0, sum(n) from gone
        group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
        on conflict (survey_id, survey_version, status, day, is_pilot, slot) do update set n = counter.n + excluded.n
      )
      select count(*)::int as n from gone`.execute(db)
    if ((rows[0]?.n ?? 0) < atOnce) return
  }
}
