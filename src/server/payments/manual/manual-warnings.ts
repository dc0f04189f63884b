/** The rows of a file of payments that may be right, though none of them is usual. */
import { sql } from 'kysely'
import type { ManualUpload } from '#contract/manual-payments.ts'
import { type ManualWarning, manualWarnings, recentDays } from '#domain/money/manual-payment.ts'
import type { Db } from '../../db/pool.ts'
import { isOfCountry } from '../../phones.ts'
import type { Entry } from './manual-rows.ts'

const listedRows = 100

/** By group, for a person to tick. */
export async function warningsOf(db: Db, entries: readonly Entry[]): Promise<ManualUpload['warnings']> {
  const phones = [...new Set(entries.map(({ phone }) => phone))]
  const surveys = [...new Set(entries.map(({ surveyId }) => surveyId))]
  const { rows: earlier } = await sql<{ surveyId: number; phone: string; isPaid: boolean }>`
    select p.survey_id as "surveyId", p.msisdn as phone, bool_or(p.status = 'SUCCESSFUL') as "isPaid" from payable p
    where p.survey_id = any(${surveys}) and p.msisdn = any(${phones})
      and (p.status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'PROCESSING')
        or p.status = 'SUCCESSFUL' and p.updated_at > now() - make_interval(days => ${recentDays}))
    group by 1, 2, p.status = 'SUCCESSFUL'`.execute(db)
  const { rows: people } = await sql<{ phone: string }>`
    select phone from person where phone = any(${phones}) and admin_type = 'PARTICIPANT'`.execute(db)
  const paid = new Set(earlier.filter(({ isPaid }) => isPaid).map(keyOf))
  const underWay = new Set(earlier.filter(({ isPaid }) => !isPaid).map(keyOf))
  const known = new Set(people.map(({ phone }) => phone))
  const times = Map.groupBy(entries, keyOf)
  const isIn: Record<ManualWarning, (entry: Entry) => boolean> = {
    SAME_PHONE: (entry) => (times.get(keyOf(entry))?.length ?? 0) > 1,
    UNDER_WAY: (entry) => underWay.has(keyOf(entry)),
    PAID_RECENTLY: (entry) => paid.has(keyOf(entry)),
    // Where no row is for a participant, none was meant to be.
    UNKNOWN_PERSON: ({ phone }) => known.size > 0 && !known.has(phone),
    OTHER_COUNTRY: ({ phone, country }) => country !== undefined && !isOfCountry(phone, country),
  }
  return manualWarnings.flatMap((group) => {
    const rows = entries.filter(isIn[group]).map(({ row }) => row)
    return rows.length === 0 ? [] : [{ group, count: rows.length, rows: rows.slice(0, listedRows) }]
  })
}

function keyOf({ surveyId, phone }: { surveyId: number; phone: string }): string {
  return `${surveyId} ${phone}`
}
