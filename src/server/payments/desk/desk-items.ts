/** What is wrong with money, derived from its causes: each select has the rows of some kinds (domain/money/desk.ts). */
import { sql } from 'kysely'
import { deskKinds, deskRules, unknownMinutes } from '#domain/money/desk.ts'
import { jsonMoment } from '../../db/json-moment.ts'
import { isGivenBack, isSettled } from '../books/statement-lines.ts'
import { sampleAnswers } from '../runs/sample-answers.ts'
import { shownOfGroup } from '../files/results.ts'
import { isUnclear } from '../steps/ways-store.ts'

/** A file has these for a week or more: its payments are one row together. */
const inFile = 'IN_FILE'

const outcomes = sql`
  select case when a.reason = 'MISMATCH' then 'MISMATCH' when ${isUnclear} then 'UNCLEAR' else 'UNKNOWN' end as kind,
    concat_ws('-', a.payable_id, a.no) as key, coalesce(a.sent_at, a.requested_at) as at, a.provider,
    case when a.paid_currency = a.currency then greatest(a.amount_minor, a.paid_minor) else a.amount_minor end::numeric as amount_minor,
    a.currency, a.payable_id, null::bigint as place_id, jsonb_build_object('no', a.no) as details
  from attempt a where a.state in ('SENDING', 'SENT', 'UNKNOWN') and a.reason is distinct from ${inFile}
    and (${isUnclear} or a.state = 'UNKNOWN' and coalesce(a.sent_at, a.requested_at) < now() - make_interval(mins => ${unknownMinutes}))`

const paid = sql`
  select i.kind, i.id::text, i.at, a.provider, a.amount_minor, a.currency, i.payable_id, null,
    jsonb_build_object('no', i.attempt_no, 'reference', i.provider_ref, 'change', -a.amount_minor)
  from incident i join attempt a on a.payable_id = i.payable_id and a.no = i.attempt_no
  where i.kind = 'PAID_LATE' or not is_settled(i)`

const statementLines = sql`
  select 'STATEMENT_' || case when back.id is null then l.word else 'GIVEN_BACK' end, l.id::text, l.at, s.provider,
    abs(l.change_minor - l.ours_minor), s.currency, coalesce(l.payable_id, back.id), s.id,
    jsonb_build_object('row', l.row, 'reference', coalesce(l.provider_ref, l.our_ref), 'change', l.change_minor - l.ours_minor)
  from statement_line l join statement s on s.id = l.statement_id
    left join lateral (select a.payable_id as id from attempt a where ${isGivenBack} limit 1) back on true
  where l.word in ('MISSING_HERE', 'AMOUNT_DIFFERS', 'DOUBLE', 'MISSING_THERE') and not ${isSettled}`

/** As the last reading of each file has them. */
const fileLines = sql`
  select 'FILE_' || (l ->> 'word'), concat_ws('-', r.id, l ->> 'word', l ->> 'row'), r.taken_at, f.provider,
    (coalesce(l -> 'paid', l -> 'ours') ->> 'amountMinor')::numeric, f.currency, (l ->> 'paymentId')::bigint, f.id,
    jsonb_build_object('row', (l ->> 'row')::int, 'reference', l ->> 'reference', 'more', (select (g ->> 'count')::int - ${shownOfGroup}
      from jsonb_array_elements(r.report -> 'groups') g where g ->> 'word' = l ->> 'word' and (g ->> 'count')::int > ${shownOfGroup}))
  from payment_result r join payment_file f on f.id = r.payment_file_id, jsonb_array_elements(r.report -> 'lines') l
  where not exists (select from payment_result again where again.payment_file_id = f.id and again.sha256 = r.sha256 and again.id > r.id)
    and (l ->> 'word' in ('UNKNOWN', 'DOUBLE', 'CONTRADICTS') or l ->> 'word' = 'UNREADABLE' and exists (select from attempt a
      join payment_file_line o on o.attempt_id = a.id and o.payment_file_id = f.id
      where a.payable_id = (l ->> 'paymentId')::bigint and a.state = 'SENDING'))`

/** A file of ours that waits for its second person, or for an answer about some of its payments. */
const files = sql`
  select case when f.status = 'ASKED' then 'FILE_TO_RELEASE' when c.act = 'ASK_BACK' then 'FILE_TO_TAKE_BACK' else 'FILE_TO_ANSWER' end,
    f.id::text, coalesce(c.at, f.asked_at), f.provider, w.amount_minor, f.currency, null, f.id, jsonb_build_object('count', w.n)
  from payment_file f
    left join lateral (select act, at from payment_file_act where payment_file_id = f.id order by at desc limit 1) c on true
    cross join lateral (select count(*) as n, sum(a.amount_minor) as amount_minor from payment_file_line l
      join attempt a on a.id = l.attempt_id where l.payment_file_id = f.id and a.state in ('QUEUED', 'SENDING')) w
  where f.status in ('ASKED', 'RELEASED', 'ANSWERED') and w.n > 0`

/** What is authorized and not final is at risk while nothing is sent. */
const stops = sql`
  select 'STOPPED', s.id::text, s.began_at, s.provider, r.amount_minor, r.currency, null, s.id,
    jsonb_build_object('stop', s.kind, 'reason', s.reason)
  from payment_stop s left join lateral (select max(currency) as currency, sum(debits - credits) as amount_minor from account
    where kind = 'RESERVED' and provider = coalesce(s.provider, provider) and debits > credits
    having count(distinct currency) = 1) r on true
  where s.ended_at is null and s.reason <> 'MEANT'`

const floats = sql`
  select 'FLOAT_LOW', currency, date_trunc('day', now()), null, wanted.amount - coalesce(there.amount, 0), currency, null, null, '{}'
  from (select currency, sum(amount_minor) as amount from payable_counter where status in ('INITIATED', 'APPROVED') group by 1) wanted
    left join (select currency, sum(debits - credits) as amount from account
      where kind = 'FLOAT' and provider in (select name from provider where enabled) group by 1) there using (currency)
  where coalesce(there.amount, 0) < wanted.amount`

const books = sql`
  select 'BOOKS', b ->> 'rule', c.at, null, null::numeric, null, null, null, jsonb_build_object('rule', b ->> 'rule')
  from (select at, broken from books_check order by at desc limit 1) c, jsonb_array_elements(c.broken) b`

/** Those that are held, or were until a person lifted it; the list that names them is the reason. */
const paidBefore = sql`
  select 'ALREADY_PAID', p.id::text, greatest(l.decided_at, p.created_at), p.provider, p.amount_minor, p.currency, p.id, l.id,
    jsonb_build_object('list', f.name, 'row', b.row, 'day', b.paid_on, 'reference', b.reference)
  from doubtful_payable d join payable p on p.id = d.payable_id cross join lateral paid_before_of(p) b
    join paid_before_list l on l.id = b.list_id join file f on f.id = l.file_id
  where p.status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'FAILED')
  union all select 'LIST_TO_CONFIRM', l.id::text, l.asked_at, null, null, null, null, l.id, jsonb_build_object('list', f.name)
  from paid_before_list l join file f on f.id = l.file_id where l.status = 'ASKED'`

/** Two payees with the same sign; of a pair that was lifted the row that lifted it. */
const samePayees = sql`
  select 'SAME_PAYEE', concat(p.id, ':', (o.other).id), p.created_at, p.provider, p.amount_minor, p.currency, p.id, null,
    jsonb_build_object('sign', o.sign, 'other', (o.other).id)
  from doubtful_payable d join payable p on p.id = d.payable_id cross join lateral same_payee_of(p) o
  where p.status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'FAILED') and (not is_pair_lifted(p, o.other) or exists (
    select from desk_act x where x.kind = 'SAME_PAYEE' and x.key = concat(p.id, ':', (o.other).id) and x.reason is not null))`

/** The phone of a try has another name at the provider; also one that a person lets differ. */
const names = sql`
  select 'NAME_DIFFERS', p.id::text, p.updated_at, p.provider, p.amount_minor, p.currency, p.id, null,
    jsonb_build_object('ours', coalesce(m.recipient_name, w.name), 'told', p.reason_text)
  from doubtful_payable d join payable p on p.id = d.payable_id left join person w on w.id = p.participant_id
    left join manual_payment m on m.payable_id = p.id
  where p.status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'FAILED') and (name_check(p) = 'DIFFERS' or exists (
    select from desk_act x where x.kind = 'NAME_DIFFERS' and lifted(x.kind, x.key, 1) = p.id and x.reason is not null))`

/** What people say who were paid, as responses to the survey of a sample. */
const samples = sql`
  select 'SAMPLE_' || word, f.id::text || '-' || word, f.at, f.provider, f.amount_minor, f.currency, f.payable_id, f.id,
    jsonb_build_object('stated', case word when 'AMOUNT_DIFFERS' then f.stated end)
  from ${sampleAnswers} f, unnest(f.words) word`

const people = JSON.stringify(Object.fromEntries(deskKinds.map((kind) => [kind, deskRules[kind].people])))

/**
 * Rows `d` of all kinds, each with its survey, its owner and the reasons of those who closed it: of a kind that people
 * close it is closed with the last of them.
 */
export const deskItems = sql`(
  select item.*, p.survey_id, g.owner_id, coalesce(c.closings, '[]') as closings,
    (${people}::jsonb ->> item.kind)::int between 1 and coalesce(json_array_length(c.closings), 0) as is_closed
  from (${sql.join([outcomes, paid, statementLines, fileLines, files, stops, floats, books, paidBefore, samePayees, names, samples], sql` union all `)}) item
    left join payable p on p.id = item.payable_id
    left join lateral (select owner_id from desk_act x where x.kind = item.kind and x.key = item.key and x.reason is null
      order by x.id desc limit 1) g on true
    left join lateral (select json_agg(json_build_object('id', w.id, 'name', w.name, 'reason', x.reason, 'at', ${jsonMoment(sql`x.at`)}) order by x.id) as closings
      from desk_act x join person w on w.id = x.person_id
      where x.kind = item.kind and x.key = item.key and x.reason is not null) c on true
) d`
