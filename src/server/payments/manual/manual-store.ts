/** Payments entered by hand, as they are stored. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { phoneCountryOf } from '#domain/people/phone.ts'
import type { SurveyType } from '#domain/surveys/survey.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { inScope, type SurveyScope } from '../../scope.ts'
import { withProvider } from '../providers/providers-store.ts'

/** What a manual payment is for. */
export interface ManualPlace {
  /** The number that the row names: a visit or a survey. */
  asked: number
  surveyId: number
  locationId: number | null
  currency: string
  /** The country of its numbers without a country code. */
  country: string | undefined
}

interface PlaceFound extends Omit<ManualPlace, 'country'> {
  country: string | null
  surveyType: SurveyType
}

/** Who asks, and the country of all numbers of this server. */
interface Asker {
  scope: SurveyScope
  phoneCountry: string | undefined
}

/** By the number of a visit or a survey; those out of scope are missing. */
export async function findPlaces(
  db: Db,
  { scope, phoneCountry }: Asker,
  ids: readonly number[],
): Promise<Map<number, ManualPlace>> {
  const seen = inScope(scope, sql`s.id`) ?? sql`true`
  const rows = await rowsOf<PlaceFound>(db)`
    select f.id as asked, s.id as "surveyId", f.id as "locationId", s.currency, s.country, s.survey_type as "surveyType"
    from form f join survey s on s.id = f.survey_id where f.id = any(${ids}) and ${seen}
    union all
    select s.id, s.id, null, s.currency, s.country, s.survey_type from survey s where s.id = any(${ids}) and ${seen}`
  return new Map(
    rows.map(({ surveyType, ...row }) => {
      return [row.asked, { ...row, country: phoneCountryOf({ ...row, surveyType }, phoneCountry) }]
    }),
  )
}

export interface NewManual {
  surveyId: number
  locationId: number | null
  phone: string
  amountMinor: number
  currency: string
  recipientName: string | null
  reference: string | null
  reason: string
  reasonText: string | null
  overrideReason: string | null
}

/** A ULID: as good as unique, and in the order of time. */
export function newName(): string {
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  const text = (value: bigint, length: number) =>
    Array.from({ length }, (_, index) => letters[Number((value >> BigInt(5 * (length - 1 - index))) & 31n)]).join('')
  return `MAN-${text(BigInt(Date.now()), 10)}${text(BigInt(`0x${randomBytes(10).toString('hex')}`), 16)}`
}

/** In the order given. A participant of that phone becomes its payee. */
export async function insertManual(db: Db, entries: readonly NewManual[], uploadId: number | null): Promise<number[]> {
  const rows = entries.map((entry, place) => ({ ...entry, amount_minor: entry.amountMinor, place, name: newName() }))
  const made = await rowsOf<{ id: number }>(db)`
    with entry as (
      select nextval('thing_id') as id, e.*, person.id as participant_id, person.payment_provider as own
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(place int, name text, "surveyId" bigint,
        "locationId" bigint, phone text, amount_minor bigint, currency text, "recipientName" text, reference text,
        reason text, "reasonText" text, "overrideReason" text)
        left join person on person.phone = e.phone and person.admin_type = 'PARTICIPANT'
    ), made as (
      insert into payable (id, kind, name, survey_id, participant_id, msisdn, amount_minor, charge_minor, currency, provider, facts_hash)
      select id, 'MANUAL', name, "surveyId", participant_id, phone, sent_minor, charge_minor, currency, provider,
        signed_facts(phone, sent_minor, currency, provider,
          signed_entry("locationId", "recipientName", reference, reason, "reasonText", "overrideReason"))
      from ${withProvider(sql`entry`)} order by place
    ), noted as (
      insert into manual_payment (payable_id, survey_id, location_id, upload_id, recipient_name, reference, reason,
        reason_text, override_reason)
      select id, "surveyId", "locationId", ${uploadId}::bigint, "recipientName", reference, reason, "reasonText",
        "overrideReason" from entry
    )
    select id from entry order by place`
  return made.map(({ id }) => id)
}

/** Whether a manual payment for this visit, or survey, and phone is under way or paid. */
export async function hasLive(db: Db, { surveyId, locationId, phone }: NewManual): Promise<boolean> {
  // Two callers who enter the same at once see each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`manual ${surveyId} ${phone}`}, 0))`.execute(db)
  const { rows } = await sql`
    select from manual_payment m join payable p on p.id = m.payable_id
    where m.survey_id = ${surveyId} and m.location_id is not distinct from ${locationId}::bigint and p.msisdn = ${phone}
      and p.status not in ('REJECTED', 'CANCELLED', 'FAILED', 'REVERSED') limit 1`.execute(db)
  return rows.length > 0
}
