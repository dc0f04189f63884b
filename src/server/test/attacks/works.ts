/** What triggers of the books and of payments do by themselves: each is missed when it is gone. */
import type { Work } from './attack.ts'
import { confirmed, decided, finding, newAttempt, newBatch, nextTryOf, topUp } from './money.ts'
import { lift, listed, shares } from './stops.ts'
import { change, move, owe, sign } from './payables.ts'
import type { Stage } from './stage.ts'

const counts = `select coalesce(sum(abs(n)), 0)::int from (
  select sum(n) as n from (select survey_id, status, currency, n from payable_counter
    union all select survey_id, status, currency, -1 from payable) c group by survey_id, status, currency) d`
const dayCounts = `select coalesce(sum(abs(n)), 0)::int from (
  select sum(n) as n from (select survey_id, day, provider, status, currency, n from payable_day
    union all select survey_id, (created_at at time zone 'UTC')::date, provider, status, currency, -1 from payable) c
  group by survey_id, day, provider, status, currency) d`
const kept = `select ((select sum(n) from row_counter where name = 'attempt') - (select count(*) from attempt))::int`

export function worksOf({ payments, ended, responses, maker, approver, authorizer }: Stage): Work[] {
  const { eligible } = payments
  const given = `signed_facts('+258871230088', p.amount_minor, p.currency, p.provider, signed_responses(p.id))`
  const unpaid = nextTryOf(ended.sent)
  const ofPayee = `where id = (select participant_id from payable where id = ${eligible})`
  return [
    [
      'a next try follows a failure of our account',
      `${unpaid.refused()}; ${unpaid.next()}; ${unpaid.moved};
      select state, (select count(*)::int from transfer t where t.payable_id = a.payable_id and t.attempt_no = a.no) from attempt a
      where payable_id = ${ended.sent} order by no`,
      '[["FAILED",2],["QUEUED",1]]',
    ],
    [
      'two people owe a reversed payment again, as it was',
      `${finding('OWED', approver, ended.reversed)}; ${owe(responses.reversed, { follows: String(ended.reversed) })};
      select status, amount_minor from payable where follows = ${ended.reversed}`,
      '[["ELIGIBLE",50000]]',
    ],
    ['a new payable is counted', `${owe(responses.response)}; ${counts}`, '[[0]]'],
    ['a cancelled payable is counted', `${move(eligible, 'CANCELLED')}; ${counts}`, '[[0]]'],
    ['a cancelled payable is counted on its day', `${move(eligible, 'CANCELLED')}; ${dayCounts}`, '[[0]]'],
    [
      'a payable changes now, whatever the app says',
      `update payable set status = 'CANCELLED', updated_at = now() - interval '1 year' where id = ${eligible};
      select updated_at = now() from payable where id = ${eligible}`,
      '[[true]]',
    ],
    [
      'a carried signature keeps its moment',
      `${sign(ended.failed, 'retry', maker, { next: 1 })}; ${sign(ended.failed, 'approve', approver, { next: 1, carried: true })};
      select count(distinct at)::int from step where payable_id = ${ended.failed} and step = 'approve'`,
      '[[1]]',
    ],
    [
      'a new attempt is counted',
      `${sign(payments.approved, 'authorize', authorizer)}; ${newBatch(authorizer)}; ${newAttempt(payments.approved)};
      ${kept}`,
      '[[0]]',
    ],
    [
      'a cancelled payable frees its response',
      `${move(eligible, 'CANCELLED')};
      select count(*)::int from payable_response where payable_id = ${eligible} and released_at is null`,
      '[[0]]',
    ],
    [
      'a payable follows its participant to another phone',
      `update person set phone = '+258871230077' ${ofPayee};
      select msisdn from payable where id = ${eligible}`,
      '[["+258871230077"]]',
    ],
    [
      'a payable ends with its payee',
      `update person set phone = null, anonymised_at = now() ${ofPayee};
      select status, reason from payable where id = ${eligible}`,
      '[["CANCELLED","ERASED"]]',
    ],
    [
      'a run that ends gives back what it holds',
      `update job set state = 'CANCELLED', finished_at = now(), expires_at = now() where state = 'RUNNING';
      select sum(debits - credits)::int from account where kind = 'HELD'`,
      '[[0]]',
    ],
    [
      'a run is kept as long as its payments',
      `update job set state = 'CANCELLED', finished_at = now(), expires_at = now() where kind = 'payments.authorize' and state = 'RUNNING';
      select expires_at > now() + interval '9 years' from job where kind = 'payments.authorize' and state = 'CANCELLED'`,
      '[[true]]',
    ],
    [
      'the phone of a new payable is searched for',
      `${owe(responses.response)}; select count(*)::int from payee_phone where msisdn = '+258871230001'`,
      '[[1]]',
    ],
    [
      'the next phone of a payable is searched for',
      `update person set phone = '+258871230077' ${ofPayee}; select count(*)::int from payee_phone where msisdn = '+258871230077'`,
      '[[1]]',
    ],
    [
      'a signature on an open payable is counted',
      `${sign(eligible, 'initiate', maker)}; ${move(eligible, 'INITIATED')};
      select sum(n)::int - (select count(*) from payable p join step s on s.payable_id = p.id and s.round = p.round
        where p.status = 'INITIATED' and s.step = 'initiate' and s.actor_id = ${maker})::int
      from signer_counter where actor_id = ${maker} and status = 'INITIATED'`,
      '[[0]]',
    ],
    [
      'a payable whose participant has another phone is in doubt',
      `update person set phone = '+258871230088' where id = (select participant_id from payable where id = ${payments.approved});
      select count(*)::int from doubtful_payable where payable_id = ${payments.approved}`,
      '[[1]]',
    ],
    [
      'a payable whose response is taken back is in doubt',
      `update form set status = 'IN_REVIEW' from payable_response l where l.payable_id = ${eligible} and form.id = l.response_id;
      select count(*)::int from doubtful_payable where payable_id = ${eligible}`,
      '[[1]]',
    ],
    [
      'a payable that a list names goes on once a person lifts the hold',
      `${listed(eligible, maker, approver)}; ${lift(authorizer, eligible)};
      ${sign(eligible, 'initiate', maker)}; ${move(eligible, 'INITIATED')}; select status from payable where id = ${eligible}`,
      '[["INITIATED"]]',
    ],
    [
      'a payable that a list names is in doubt at once',
      `${listed(eligible, maker, approver)}; select count(*)::int from doubtful_payable where payable_id = ${eligible}`,
      '[[1]]',
    ],
    [
      'a payable that comes to a phone of a list is in doubt',
      `${listed(eligible, maker, approver, `'+258871230099'`)};
      update person set phone = '+258871230099' where id = (select participant_id from payable where id = ${eligible});
      select count(*)::int from doubtful_payable where payable_id = ${eligible}`,
      '[[1]]',
    ],
    [
      'a new payable to a phone of a list is in doubt',
      `${listed(eligible, maker, approver, `(select w.phone from form f join person w on w.id = f.participant_id where f.id = ${responses.response})`)};
      ${owe(responses.response)}; select count(*)::int from doubtful_payable d join payable_response l using (payable_id)
      where l.response_id = ${responses.response}`,
      '[[1]]',
    ],
    [
      'a payable at the phone of another payee goes on once a person lifts the hold',
      `${shares(eligible, ended.paid)}; ${lift(authorizer, eligible, ended.paid)};
      ${sign(eligible, 'initiate', maker)}; ${move(eligible, 'INITIATED')}; select status from payable where id = ${eligible}`,
      '[["INITIATED"]]',
    ],
    [
      'a payable that comes to the phone of another payee is in doubt',
      `${shares(eligible, ended.paid)}; select count(*)::int from doubtful_payable where payable_id = ${eligible}`,
      '[[1]]',
    ],
    [
      'a payable corrected to another phone is in doubt',
      `${sign(eligible, 'correct', maker, { next: 1, facts: given })};
      ${change(`phone_from = 'GIVEN', round = round + 1, msisdn = '+258871230088', facts_hash = ${given}`, eligible).replace('payable', 'payable p')};
      select count(*)::int from doubtful_payable where payable_id = ${eligible}`,
      '[[1]]',
    ],
    [
      'a new payable to the phone of another payee is in doubt',
      `update person set payment_phone = (select msisdn from payable where id = ${ended.paid})
        where id = (select participant_id from form where id = ${responses.response});
      ${owe(responses.response, { phone: 'person.pays_to' })};
      select count(*)::int from doubtful_payable d join payable_response l using (payable_id) where l.response_id = ${responses.response}`,
      '[[1]]',
    ],
    [
      'money is counted on its day',
      `${confirmed(maker)}; ${decided(authorizer)}; ${topUp()};
      select (a.debits - sum(d.debits))::int from account a join account_day d on d.account_id = a.id
      where a.name = 'FLOAT:gsma:MZN' group by a.id`,
      '[[0]]',
    ],
    [
      'confirmed money is in the float',
      `${confirmed(maker)}; ${decided(authorizer)}; ${topUp()};
      select (a.debits - sum(t.amount_minor))::int from account a join transfer t on t.debit_account = a.id
      where a.name = 'FLOAT:gsma:MZN' group by a.id`,
      '[[0]]',
    ],
  ]
}
