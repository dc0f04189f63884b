/**
 * Payment by sets: each full set of approved responses of one participant makes one payable, in the transaction that fills
 * it. What waits for a full set is read from `waiting_response`.
 */
import { type RawBuilder, sql } from 'kysely'
import type { AuditSource } from '../../audit.ts'
import { fenced, runFor, unseen } from '../../db/named.ts'
import type { Db } from '../../db/pool.ts'
import { formsOfSurvey } from '../../records/forms-of.ts'
import { withProvider } from '../providers/providers-store.ts'

export interface ResponsesOfSurvey {
  surveyId: number
  /** Response ids. */
  ids: readonly number[]
  /** On whose behalf, for the trail. */
  source?: AuditSource | undefined
}

/**
 * Comes before a verdict looks at anything: verdicts on one participant's responses in one survey queue here, as each of
 * two approvals at once would miss the other's response. The survey is held so that its end and its rule of payment wait.
 */
export async function lockPayees(db: Db, forms: readonly { id: number; surveyId: number }[]): Promise<void> {
  const surveyIds = [...new Set(forms.map(({ surveyId }) => surveyId))]
  const held = await sql<{ id: number; isGrouped: boolean }>`
    select id, payment_aggregation = 'GROUPED' as "isGrouped" from survey where id = any(${surveyIds})
    order by id for key share`.execute(db)
  const grouped = new Set(held.rows.filter(({ isGrouped }) => isGrouped).map(({ id }) => id))
  if (grouped.size === 0) return
  const ids = forms.filter(({ surveyId }) => grouped.has(surveyId)).map(({ id }) => id)
  // A conflict locks the row that is there, and `where false` leaves it as it is.
  await sql`
    insert into set_payee as p (survey_id, participant_id)
    select distinct survey_id, participant_id from form where id = any(${ids}) and participant_id is not null order by 1, 2
    on conflict (survey_id, participant_id) do update set survey_id = p.survey_id where false`.execute(db)
}

/** A payable for each full set, the oldest responses first, of the participants of these responses. */
export function payFullSets(db: Db, responses: ResponsesOfSurvey): Promise<number> {
  const { surveyId, source } = responses
  return paySets(db, {
    surveyId,
    source,
    leftoverId: undefined,
    payees: responses.ids.length,
    // Division drops the rest: the first `set_size` places are set 0.
    sets: sql`
      select id, participant_id, set_size, amount_minor, currency, (place - 1) / set_size as set_no
      from (
        select w.*, row_number() over (partition by participant_id order by submitted_at, w.id) as place,
          count(*) over (partition by participant_id) as waiting
        from (
          select distinct f.participant_id from ${formsOfSurvey(responses)}
            join survey s on s.id = f.survey_id where s.payment_aggregation = 'GROUPED'
        ) payee(id) cross join lateral ${fenced(
          sql`select * from waiting_response where survey_id = ${unseen(surveyId)} and participant_id = payee.id`,
        )} w
      ) placed where place <= waiting - waiting % set_size`,
  })
}

/** At the end of the survey: one payable for each participant with waiting responses, of any number. */
export function payLeftovers(db: Db, surveyId: number, leftoverId: number, source?: AuditSource): Promise<number> {
  return paySets(db, {
    surveyId,
    source,
    leftoverId,
    payees: Infinity,
    // A response of no known participant is alone.
    sets: sql`
      select id, participant_id, amount_minor, currency, case when participant_id is null then id else 0 end as set_no
      from waiting_response where survey_id = ${surveyId}`,
  })
}

interface SetsToPay {
  surveyId: number
  source: AuditSource | undefined
  leftoverId: number | undefined
  /** The most payees. */
  payees: number
  /** Responses: `id, participant_id, set_no, amount_minor, currency`; those of one participant and number are a set. */
  sets: RawBuilder<unknown>
}

/** The trail of the payables `owed (id, ...)`: one alone has its own row, which says `of`; more share one that names them. */
export function noteOwed(source: AuditSource | undefined, of: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
      insert into audit (actor_id, action, subject_type, subject_id, before, after, request_id, address)
      select ${source?.actorId ?? null}::bigint, 'payments.owe', 'payable', case when count(*) = 1 then min(id)::text end,
        case when count(*) > 1 then jsonb_build_object('ids', jsonb_agg(id order by id)) end,
        case when count(*) > 1 then jsonb_build_object('status', 'ELIGIBLE', 'count', count(*))
          else jsonb_build_object('status', 'ELIGIBLE', ${of}) end,
        ${source?.requestId ?? null}::text, ${source?.address ?? null}::text
      from owed having count(*) > 0`
}

/** One statement, as the database wants a set whole. */
async function paySets(db: Db, { surveyId, source, leftoverId, payees, sets }: SetsToPay): Promise<number> {
  const paid = sql<{ n: number }>`
    with filled as (
      select participant_id, array_agg(id order by id) as responses, count(*)::int as set_size,
        count(*) * amount_minor as amount_minor, currency
      from (${sets}) s group by participant_id, set_no, amount_minor, currency
    ), owed as (
      select nextval('thing_id') as id, filled.*, person.pays_to as phone, person.payment_provider as own
      from filled left join person on person.id = filled.participant_id order by responses[1]
    ), made as (
      insert into payable (id, kind, survey_id, participant_id, msisdn, amount_minor, charge_minor, currency, provider, set_size,
        leftover_id, facts_hash)
      select id, 'GROUPED', ${surveyId}, participant_id, phone, sent_minor, charge_minor, currency, provider, set_size,
        ${leftoverId ?? null}::bigint,
        signed_facts(phone, sent_minor, currency, provider, array_to_string(responses, ','))
      from ${withProvider(sql`owed`)}
    ), linked as (
      insert into payable_response (payable_id, survey_id, response_id)
      select id, ${surveyId}, unnest(responses) from owed
    ), noted as (${noteOwed(source, sql`'responseIds', jsonb_agg(responses) -> 0`)})
    select count(*) as n from owed`
  const [made] = await runFor(db, payees, paid)
  return made?.n ?? 0
}
