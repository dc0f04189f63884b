/** What people say who were paid in a run and drawn for its sample: their responses beside what they were paid. */
import { type RawBuilder, sql } from 'kysely'
import { sampleFindings } from '#domain/money/paid-sample.ts'
import { fixed } from '../../db/fixed.ts'
import { jsonMoment } from '../../db/json-moment.ts'

/** Each response that counts, as `job_id, id, at, provider, amount_minor, currency, payable_id, stated, words` (`sampleFindings`).
 * What was paid for cashing out may be in what they say, or not. */
export const sampleAnswers = fixed(sql`(
  select s.job_id, f.id, f.submitted_at as at, paid.*, said.amount as stated, array_remove(array[
      case when said.received = 'no' then 'NOT_RECEIVED' end,
      case when said.amount * 10::numeric ^ (select digits from currency where code = paid.currency) <> all(array[paid.amount_minor, paid.amount_minor - paid.charge_minor]) then 'AMOUNT_DIFFERS' end,
      case when said.share = 'yes' then 'SHARE_ASKED' end], null) as words
  from payment_sample s join form f on f.survey_id = s.survey_id and f.status not in ('DRAFT', 'REJECTED') and not f.is_pilot
    join form_doc d on d.survey_id = f.survey_id and d.id = f.id
    join lateral (select min(p.provider) as provider, sum(p.amount_minor) as amount_minor, sum(p.charge_minor) as charge_minor,
        min(p.currency) as currency, min(p.id) as payable_id
      from sampled_payment x join payable p on p.id = x.payable_id
      where x.survey_id = f.survey_id and p.participant_id = f.participant_id having count(distinct p.currency) = 1) paid on true
    join lateral (select max(a.answer) filter (where a.code = 'received') as received,
        max(a.answer) filter (where a.code = 'amount')::numeric as amount, max(a.answer) filter (where a.code = 'share') as share
      from (select q.code, d.answers ->> q.id::text as answer from question q where q.survey_id = f.survey_id) a) said on true)`)

/** The sample of a run in short; null: none was drawn. */
export function sampleOf(jobId: RawBuilder<unknown>): RawBuilder<unknown> {
  const counts = sampleFindings.map(
    (word) => sql`${sql.lit(word)}, count(*) filter (where ${sql.lit(word)} = any(a.words))`,
  )
  return sql`(select json_build_object('surveyId', s.survey_id, 'size', s.size, 'people', s.people, 'seed', s.seed,
      'drawnAt', ${jsonMoment(sql`s.drawn_at`)}, 'answered', count(a.id), ${sql.join(counts)})
    from payment_sample s left join ${sampleAnswers} a on a.job_id = s.job_id where s.job_id = ${jobId} group by s.survey_id)`
}
