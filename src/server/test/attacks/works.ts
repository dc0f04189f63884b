/** What triggers of the books and of payments do by themselves: each is missed when it is gone. */
import type { Work } from './attack.ts'
import { booking, confirmed, decided, finding, newAttempt, newBatch, topUp } from './money.ts'
import { move, owe, sign } from './payables.ts'
import type { Stage } from './stage.ts'

const counts = `select coalesce(sum(abs(n)), 0)::int from (
  select sum(n) as n from (select survey_id, status, currency, n from payable_counter
    union all select survey_id, status, currency, -1 from payable) c group by survey_id, status, currency) d`
const paidCounts = `select coalesce(sum(abs(n)), 0)::int from (
  select sum(n) as n from (select survey_id, currency, n from paid_counter
    union all select survey_id, currency, -1 from payable where status = 'SUCCESSFUL') c group by survey_id, currency) d`
const kept = `select ((select sum(n) from row_counter where name = 'attempt') - (select count(*) from attempt))::int`

export function worksOf({ payments, ended, responses, maker, approver, authorizer }: Stage): Work[] {
  const { eligible } = payments
  const ofPayee = `where id = (select participant_id from payable where id = ${eligible})`
  return [
    ['a new payable is counted', `${owe(responses.response)}; ${counts}`, '[[0]]'],
    ['a cancelled payable is counted', `${move(eligible, 'CANCELLED')}; ${counts}`, '[[0]]'],
    [
      'money that comes back is no longer counted as paid',
      `${finding('RECOVERED', approver, ended.reversing)};
      ${booking('reverse', 'SPENT', 'FLOAT', ended.reversing)}; ${move(ended.reversing, 'REVERSED')}; ${paidCounts}`,
      '[[0]]',
    ],
    [
      'a reversal that is begun is not counted as paid',
      `${finding('REVERSE', approver, ended.paid)}; ${move(ended.paid, 'REVERSING')};
      ${paidCounts}`,
      '[[0]]',
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
      'confirmed money is in the float',
      `${confirmed(maker)}; ${decided(authorizer)}; ${topUp()};
      select (a.debits - sum(t.amount_minor))::int from account a join transfer t on t.debit_account = a.id
      where a.name = 'FLOAT:gsma:MZN' group by a.id`,
      '[[0]]',
    ],
  ]
}
