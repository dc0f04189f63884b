/** Attacks on what is owed and on what people sign. */
import type { Attack } from './attack.ts'
import type { Stage } from './stage.ts'

/** A payable for a response, with some of its facts other than the survey and the response say. */
export function owe(response: number, change: Record<string, string> = {}): string {
  const facts = {
    kind: `'INDIVIDUAL'`,
    phone: 'person.phone',
    amount: 's.amount_minor',
    charge: '0',
    currency: 's.currency',
    participant: 'f.participant_id',
    from: `'PARTICIPANT'`,
    provider: `'gsma'`,
    size: 'null::int',
    leftover: 'null::bigint',
    follows: 'null::bigint',
    signed: 'amount',
    links: String(response),
    ...change,
  }
  return `with owed as (
      select nextval('thing_id') as id, f.survey_id, ${facts.participant} as participant, ${facts.phone} as phone,
        ${facts.amount} as amount, ${facts.currency} as currency
      from form f join survey s on s.id = f.survey_id join person on person.id = f.participant_id where f.id = ${response}
    ), made as (
      insert into payable (id, kind, survey_id, participant_id, msisdn, amount_minor, charge_minor, currency, provider, phone_from,
        facts_hash, set_size, leftover_id, follows)
      select id, ${facts.kind}, survey_id, participant, phone, amount, ${facts.charge}, currency, ${facts.provider}, ${facts.from},
        signed_facts(phone, ${facts.signed}, currency, ${facts.provider}, '${facts.links}'), ${facts.size}, ${facts.leftover}, ${facts.follows} from owed
    )
    insert into payable_response (payable_id, survey_id, response_id)
    select id, survey_id, unnest('{${facts.links}}'::bigint[]) from owed`
}

export function attacksOnOwing({ responses, grouped, linked, payments, openSurvey, survey, maker }: Stage): Attack[] {
  const { response, waiting, pilot, unpaid } = responses
  const set = (ids: number[], change: Record<string, string> = {}) =>
    owe(ids[0] ?? 0, { kind: `'GROUPED'`, links: ids.join(','), amount: '10000::bigint', size: '2', ...change })
  const pair = [grouped.first, grouped.second]
  const ofChoice = (choice: string) =>
    `insert into leftover (survey_id, choice, participants, responses) values (${grouped.survey}, '${choice}', 1, 1);`
  const leftover = { leftover: '(select max(id) from leftover)' }
  const drop = (id: number, choice = 'max(id)') =>
    `insert into dropped_response (response_id, survey_id, leftover_id) select ${id}, ${grouped.survey}, ${choice} from leftover`
  return [
    ['owed for a response that is not approved', owe(waiting)],
    ['owed for a pilot', owe(pilot)],
    ['owed for a free survey', owe(unpaid, { amount: '5000::bigint', currency: `'MZN'` })],
    ['owed at another price', owe(response, { amount: '500000::bigint' })],
    ['owed with a charge for nothing', owe(response, { charge: '0 - 1', amount: 's.amount_minor - 1' })],
    ['owed in another currency', owe(response, { currency: `'USD'` })],
    ['owed to another phone', owe(response, { phone: `'+258840000000'` })],
    ['owed to a phone of its own', owe(response, { phone: `'+258840000000'`, from: `'GIVEN'` })],
    ['owed to another participant', owe(response, { participant: '(select max(id) from person)' })],
    ['owed to no participant', owe(response, { participant: 'null::bigint' })],
    ['one response owed as a set', owe(response, { kind: `'GROUPED'`, size: '1' })],
    ['owed through an unknown provider', owe(response, { provider: `'nobody'` })],
    ['owed with facts unlike its hash', owe(response, { signed: '1' })],
    ['owed without its response', `${owe(response)} limit 0`],
    ['owed twice', owe(linked)],
    [
      'owed by hand as if approved',
      `insert into payable (kind, name, survey_id, msisdn, amount_minor, currency, provider, phone_from,
      facts_hash, status, round) values ('MANUAL', 'MAN-X', ${survey}, '+258840000000', 1, 'MZN', 'gsma', 'GIVEN', '', 'CANCELLED', 1)`,
    ],
    [
      'owed by hand under the name of another',
      `insert into payable (kind, name, survey_id, msisdn, amount_minor, currency, provider,
      phone_from, facts_hash) values ('MANUAL', 'MAN-STAGE', ${survey}, '+258840000000', 1, 'MZN', 'gsma', 'GIVEN', '')`,
    ],
    [
      'owed by hand above what a number holds',
      `insert into payable (kind, name, survey_id, msisdn, amount_minor, currency, provider,
      phone_from, facts_hash) values ('MANUAL', 'MAN-Y', ${survey}, '+258840000000', 9007199254740992, 'MZN', 'gsma', 'GIVEN', '')`,
    ],
    ['a set at another amount', set(pair, { amount: '9999::bigint' })],
    ['a set of one response less', set([grouped.first])],
    ['a set of one response more', set([...pair, grouped.spare])],
    ['a set of another size', set([...pair, grouped.spare], { size: '3', amount: '15000::bigint' })],
    ['a set with another participant’s response', set([grouped.first, response])],
    ['a full set as a leftover', `${ofChoice('PAY_PRO_RATA')} ${set(pair, leftover)}`],
    [
      'a leftover that is to be dropped',
      `${ofChoice('DROP')} ${set([grouped.first], { ...leftover, size: '1', amount: '5000::bigint' })}`,
    ],
    ['a set with a dropped response', set([grouped.first, grouped.dropped])],
    [
      'one more response in a whole set',
      `insert into payable_response values (-20, ${grouped.survey}, ${grouped.spare})`,
    ],
    [
      'a response of another survey linked',
      `insert into payable_response values (${payments.eligible}, ${survey}, ${response})`,
    ],
    [
      'a second response linked',
      `insert into payable_response select ${payments.eligible}, f.survey_id, f.id from form f
      where f.survey_id = ${openSurvey} and f.id <> ${linked} limit 1`,
    ],
    [
      'a link to a cancelled payment',
      `insert into payable_response select ${payments.cancelled}, f.survey_id, f.id from form f
      where f.survey_id = ${openSurvey} and not exists (select from payable_response l where l.response_id = f.id and released_at is null)`,
    ],
    ['a link to no payment', `insert into payable_response values (-1, ${survey}, ${response})`],
    [
      'a response dropped by no choice',
      `insert into dropped_response (response_id, survey_id, leftover_id)
      values (${grouped.first}, ${grouped.survey}, -1)`,
    ],
    ['a paid response dropped', `${ofChoice('DROP')} ${drop(grouped.third)}`],
    ['a response dropped by a choice to pay', `${ofChoice('PAY_PRO_RATA')} ${drop(grouped.first)}`],
    ['a response dropped by an earlier choice', drop(grouped.first)],
    ['a group of another size', `update survey set aggregation_count = 3 where id = ${grouped.survey}`],
    [
      'a survey with payments made a group',
      `update survey set payment_aggregation = 'GROUPED', aggregation_count = 2 where id = ${openSurvey}`,
    ],
    ['a response deleted under its payment', `delete from form where id = ${linked}`],
    ['a survey deleted under its payments', `delete from survey where id = ${openSurvey}`],
    [
      'a payee deleted',
      `delete from person where id = (select participant_id from payable where id = ${payments.eligible})`,
    ],
    [
      'a person deleted who asked for money',
      `delete from person where id = (select min(asked_by) from funding where status = 'CONFIRMED')`,
    ],
    [
      'a person deleted who confirmed money',
      `delete from person where id = (select min(decided_by) from funding where status = 'CONFIRMED')`,
    ],
    ['a maker deleted', `delete from person where id = ${maker}`],
  ]
}

interface Signature {
  next?: number
  level?: number
  carried?: boolean
  facts?: string
  role?: string
}

export function sign(id: number, step: string, who: number, how: Signature = {}): string {
  const { next = 0, level = 1, carried = false, facts = 'p.facts_hash' } = how
  const { role = `(select r.role from person a join role r on r.id = a.role_id where a.id = ${who})` } = how
  return `insert into step (payable_id, round, step, level, actor_id, role, facts_hash, carried)
    select p.id, p.round + ${next}, '${step}', ${level}, ${who}, ${role}, ${facts}, ${carried} from payable p where p.id = ${id}`
}

export const move = (id: number, to: string): string => `update payable set status = '${to}' where id = ${id}`

const facts = (phone: string, amount: string): string =>
  `signed_facts(${phone}, ${amount}, currency, provider, signed_responses(id))`
export const change = (columns: string, id: number): string => `update payable set ${columns} where id = ${id}`

export function attacksOnSignatures({
  payments,
  ended,
  maker,
  approver,
  authorizer,
  stranger,
  payee,
}: Stage): Attack[] {
  const { eligible, initiated, approved, large, own } = payments
  const raw = `'+258840000000'`
  return [
    ['an initiation without the right', sign(eligible, 'initiate', stranger).replace("'initiate'", "'reject'")],
    ['a step in the role of another', sign(eligible, 'initiate', maker, { role: `'ADMINISTRATOR'` })],
    ['a signature under other facts', sign(eligible, 'initiate', maker, { facts: `sha256('other')` })],
    ['a signature of another round', sign(eligible, 'initiate', maker, { next: 1 })],
    ['an approval before the initiation', sign(eligible, 'approve', approver)],
    ['an authorization before the approval', sign(initiated, 'authorize', authorizer)],
    ['an approval by the maker', sign(initiated, 'approve', maker)],
    ['an authorization by the maker', sign(approved, 'authorize', maker)],
    ['an authorization by the approver', sign(approved, 'authorize', approver)],
    ['an approval of a payment to the approver', sign(own, 'approve', payee)],
    [
      'a signature after the phone changed',
      `update person set phone = '+258871230099'
      where id = (select participant_id from payable where id = ${initiated}); ${sign(initiated, 'approve', approver)}`,
    ],
    ['a second approval alone', sign(initiated, 'approve', approver, { level: 2 })],
    ['a third approval', sign(approved, 'approve', authorizer, { level: 3 })],
    [
      'two approvals by one person',
      `${sign(large, 'approve', approver)}; ${sign(large, 'approve', approver, { level: 2 })}`,
    ],
    [
      'the same approval by two people',
      `${sign(initiated, 'approve', approver)}; ${sign(initiated, 'approve', authorizer)}`,
    ],
    ['a large amount approved by one person', `${sign(large, 'approve', approver)}; ${move(large, 'APPROVED')}`],
    ['a carried approval', sign(initiated, 'approve', approver, { carried: true })],
    ['a carried approval of a round to come', sign(approved, 'approve', approver, { next: 1, carried: true })],
    [
      'a carried approval by another person',
      `${sign(ended.failed, 'retry', maker, { next: 1 })};
      ${sign(ended.failed, 'approve', authorizer, { next: 1, carried: true })}`,
    ],
    ['a retry of what did not fail', sign(approved, 'retry', maker, { next: 1 })],
    ['a recall of what was not sent', sign(approved, 'recall', authorizer, { next: 1 })],
    ['a reopening of what is open', sign(initiated, 'reopen', maker, { next: 1 })],
    ['a step that nobody knows', sign(initiated, 'pay', maker)],
    ['a correction of this round', sign(initiated, 'correct', maker)],
    ['initiated without a signature', move(eligible, 'INITIATED')],
    ['approved without a signature', move(initiated, 'APPROVED')],
    ['paid without an attempt', move(approved, 'SUCCESSFUL')],
    ['on its way without a signature', move(approved, 'PROCESSING')],
    ['on its way without its money', `${sign(approved, 'authorize', authorizer)}; ${move(approved, 'PROCESSING')}`],
    ['a jump from the first to the last signature', move(eligible, 'APPROVED')],
    ['a correction by no step', change(`status = 'ELIGIBLE', round = 2, amount_minor = 1`, approved)],
    ['a new round by no step', change('round = round + 1', approved)],
    ['a cancelled signature', move(approved, 'CANCELLED')],
    ['another amount under a signature', change('amount_minor = 1', initiated)],
    ['another phone under a signature', change(`msisdn = ${raw}`, initiated)],
    [
      'another phone than the participant’s',
      change(`msisdn = ${raw}, facts_hash = ${facts(raw, 'amount_minor')}`, eligible),
    ],
    [
      'a given phone by no step',
      change(`msisdn = ${raw}, phone_from = 'GIVEN', facts_hash = ${facts(raw, 'amount_minor')}`, eligible),
    ],
    ['another amount by no step', change(`amount_minor = 1, facts_hash = ${facts('msisdn', '1')}`, eligible)],
    ['a phone taken away under a signature', change('msisdn = null', initiated)],
    ['a status that does not exist', move(eligible, 'GONE')],
    [
      'initiated by hand under other facts',
      `with made as (insert into payable (id, kind, name, survey_id, msisdn, amount_minor, currency, provider,
        phone_from, facts_hash) select -40, 'MANUAL', 'MAN-Z', survey_id, '+258840000000', 1, 'MZN', 'gsma', 'GIVEN', '' from payable
        where id = ${eligible})
      insert into manual_payment (payable_id, survey_id, reason) select -40, survey_id, 'OTHER' from payable where id = ${eligible};
      ${sign(-40, 'initiate', maker)}; ${move(-40, 'INITIATED')}`,
    ],
    [
      'an entry unlike the facts that its payment was made with',
      `insert into payable (id, kind, name, survey_id, msisdn, amount_minor, currency, provider, phone_from, facts_hash)
        select -41, 'MANUAL', 'MAN-E', survey_id, '+258840000000', 1, 'MZN', 'gsma', 'GIVEN',
          signed_facts('+258840000000', 1, 'MZN', 'gsma', signed_entry(null, 'Ana', null, 'OTHER', null, null)) from payable
        where id = ${eligible};
      insert into manual_payment (payable_id, survey_id, recipient_name, reason)
        select id, survey_id, 'Eva', 'OTHER' from payable where id = -41`,
    ],
    [
      'an entry for a payment that is not by hand',
      `insert into manual_payment (payable_id, survey_id, reason) select id, survey_id, 'OTHER' from payable where id = ${eligible}`,
    ],
    [
      'initiated after its response went back',
      `update form set status = 'IN_REVIEW' where id = (select response_id
      from payable_response where payable_id = ${eligible}); ${sign(eligible, 'initiate', maker)}; ${move(eligible, 'INITIATED')}`,
    ],
    [
      'a temporary table in place of the signatures',
      `create temporary table step as select * from public.step;
      insert into pg_temp.step select payable_id, round, 'approve', 1, ${approver}, '', facts_hash, now() from pg_temp.step
        where payable_id = ${initiated}; ${move(initiated, 'APPROVED')}`,
    ],
  ]
}
