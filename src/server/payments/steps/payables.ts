/**
 * Turns approved responses into payables and back, inside the reviewer's transaction. So an approval without its
 * payable, or a payable without its approval, never exists.
 */
import { sql } from 'kysely'
import { highestAmount, type HighestAmounts } from '#domain/surveys/highest-amount.ts'
import { type PaymentStatus, whenResponseGoesBack } from '#domain/money/payment.ts'
import { runFor } from '../../db/named.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { formsOfSurvey } from '../../records/forms-of.ts'
import { noteOwed, payFullSets, type ResponsesOfSurvey } from './payment-sets.ts'
import { movePayables } from './steps-store.ts'
import { withProvider } from '../providers/providers-store.ts'

/** The surveys whose payments exceed the highest amount, as the operator lowered it later. */
export async function payingTooMuch(
  db: Db,
  surveyIds: readonly number[],
  highest: HighestAmounts,
): Promise<Set<number>> {
  const rows = await rowsOf<{ id: number; amountMinor: number; currency: string }>(db)`
    select id, least(amount_minor::numeric * aggregation_count, ${Number.MAX_SAFE_INTEGER})::bigint as "amountMinor", currency
    from survey where id = any(${surveyIds}) and survey_type = 'PAID'`
  const tooHigh = rows.filter(({ amountMinor, currency }) => amountMinor > highestAmount(currency, highest))
  return new Set(tooHigh.map(({ id }) => id))
}

/**
 * Makes the payables that are due after these responses were approved, or taken back: one for each response, or for each
 * full set of a participant. Pilots and free surveys owe nothing, and a response in a live payable is paid by that one.
 * Without a phone the payable is there all the same (NO_PHONE). Returns how many were made.
 */
export async function makePayables(db: Db, responses: ResponsesOfSurvey): Promise<number> {
  return (await paySingles(db, responses)) + (await payFullSets(db, responses))
}

async function paySingles(db: Db, responses: ResponsesOfSurvey): Promise<number> {
  const { surveyId, source } = responses
  const paid = sql<{ n: number }>`
    with owed as (
      select nextval('thing_id') as id, f.id as response_id, f.participant_id, person.pays_to as phone, person.payment_provider as own, s.amount_minor, s.currency
      from ${formsOfSurvey(responses)} join survey s on s.id = f.survey_id
        left join person on person.id = f.participant_id
      where f.status = 'APPROVED' and not f.is_pilot
        and s.survey_type = 'PAID' and s.payment_aggregation = 'INDIVIDUAL'
        and not exists (select from payable_response l where l.response_id = f.id and l.released_at is null)
      order by f.id
    ), made as (
      insert into payable (id, survey_id, participant_id, msisdn, amount_minor, charge_minor, currency, provider, facts_hash)
      select id, ${surveyId}, participant_id, phone, sent_minor, charge_minor, currency, provider,
        signed_facts(phone, sent_minor, currency, provider, response_id::text)
      from ${withProvider(sql`owed`)}
    ), linked as (
      insert into payable_response (payable_id, survey_id, response_id) select id, ${surveyId}, response_id from owed
    ), noted as (${noteOwed(source, sql`'responseId', min(response_id)`)})
    select count(*) as n from owed`
  const [made] = await runFor(db, responses.ids.length, paid)
  return made?.n ?? 0
}

/**
 * Cancels the payables of responses that go back to review, which frees the responses. Returns how many; RESPONSE_LOCKED
 * with the response ids, and nothing changed, when one of them is approved or further.
 */
export async function cancelPayables(db: Db, { surveyId, ids, source }: ResponsesOfSurvey): Promise<number> {
  const rows = await rowsOf<{ id: number; status: PaymentStatus; responseId: number }>(db)`
    select p.id, p.status, l.response_id as "responseId"
    from payable_response l join payable p on p.id = l.payable_id
    where l.survey_id = ${surveyId} and l.response_id = any(${ids}) and l.released_at is null
    order by p.id for no key update of p`
  const locked = rows.filter(({ status }) => whenResponseGoesBack(status) === 'LOCKED')
  if (locked.length > 0) throw new AppError('RESPONSE_LOCKED', { data: { ids: locked.map((row) => row.responseId) } })
  const undone = new Map(
    rows.filter(({ status }) => whenResponseGoesBack(status) === 'CANCEL').map((row) => [row.id, row]),
  )
  const moves = [...undone.values()].map(({ id, status }) => ({ id, from: status, to: 'CANCELLED' as const }))
  await movePayables(db, moves, { action: 'payments.cancel', source })
  return moves.length
}
