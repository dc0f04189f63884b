/** Attacks on what keeps payments from being sent. */
import type { Attack, Work } from './attack.ts'
import { booking } from './money.ts'
import { move, sign } from './payables.ts'
import type { Stage } from './stage.ts'

const end = (kind: string): string => `update payment_stop set ended_at = now() where kind = '${kind}'`
const confirm = (kind: string, who: number): string =>
  `insert into payment_stop_confirmation (stop_id, person_id) select id, ${who} from payment_stop where kind = '${kind}'`
const choose = (kind: string, who: number, choice: string): string =>
  `insert into payment_stop_confirmation (stop_id, person_id, choice) select id, ${who}, '${choice}' from payment_stop where kind = '${kind}'`
const openOnes = (kind: string): string =>
  `select count(*)::int from payment_stop where kind = '${kind}' and ended_at is null`

const onDesk = (who: number, key: string, owner: number | 'null', reason = 'null'): string =>
  `insert into desk_act (kind, key, person_id, owner_id, reason) values ('MISMATCH', '${key}', ${who}, ${owner}, ${reason})`

const decideList = (who: number, status: string): string =>
  `update paid_before_list set status = '${status}', decided_by = ${who} where status = 'ASKED'`
const moreLines = `insert into paid_before (list_id, row, msisdn, amount_minor, currency, paid_on)
  select id, 3, '+258879000002', 100, 'MZN', '2026-01-01' from paid_before_list`
export const lift = (who: number, payment: number, other?: number): string =>
  `insert into desk_act (kind, key, person_id, reason) values ${
    other ? `('SAME_PAYEE', '${payment}:${other}'` : `('ALREADY_PAID', '${payment}'`
  }, ${who}, 'seen')`

/** The participant of the payment is paid at the phone of another one, whose payment went on. */
export const shares = (payment: number, other: number): string =>
  `update person set payment_phone = (select msisdn from payable where id = ${other})
    where id = (select participant_id from payable where id = ${payment})`

/** The provider says that the phone of its first try is registered under another name. */
const otherName = (payment: number): string =>
  `insert into provider_event (payable_id, attempt_no, question, http_status, answer, is_cut, reading)
    values (${payment}, 1, 'GET /name', 200, '{}', false, 'NAME_DIFFERS')`

/** A list that names the phone of the payment, confirmed. */
export const listed = (payment: number, by: number, other: number, phone = 'p.msisdn'): string => `
  insert into paid_before_list (survey_id, file_id, sha256, rows, asked_by)
    select survey_id, (select max(id) from file), '\\x09', 1, ${by} from payable where id = ${payment};
  insert into paid_before (list_id, row, msisdn, amount_minor, currency, paid_on)
    select l.id, 2, ${phone}, 100, 'MZN', '2026-01-01' from paid_before_list l, payable p where l.sha256 = '\\x09' and p.id = ${payment};
  update paid_before_list set status = 'CONFIRMED', decided_by = ${other} where sha256 = '\\x09'`

export function attacksOnStops({ approver, authorizer, maker, payee, stranger, ended, payments }: Stage): Attack[] {
  return [
    ['what is wrong taken by who moves no money', onDesk(stranger, '1', 'null')],
    ['what is wrong given to who moves no money', onDesk(maker, '1', stranger)],
    ['what is wrong closed by who moves no money', onDesk(stranger, '1', 'null', `'seen'`)],
    ['what is wrong closed and given at once', onDesk(maker, '1', approver, `'seen'`)],
    [
      'what is wrong closed twice by one person',
      `${onDesk(maker, '1', 'null', `'seen'`)}; ${onDesk(maker, '1', 'null', `'again'`)}`,
    ],
    [
      'what is wrong closed last year',
      onDesk(maker, '1', 'null', `'seen'`).replace(')', ', at)').replace(/\)$/, ', now())'),
    ],
    ['a list of who was paid before confirmed by who kept it', decideList(maker, 'CONFIRMED')],
    ['a list of who was paid before confirmed without the right', decideList(stranger, 'CONFIRMED')],
    ['a list of who was paid before refused without the right', decideList(stranger, 'REFUSED')],
    ['a list of who was paid before decided otherwise', decideList(approver, 'MAYBE')],
    [
      'a list of who was paid before decided from the start',
      `insert into paid_before_list (survey_id, file_id, sha256, rows, asked_by, decided_by)
        select survey_id, file_id, '\\x08', 1, asked_by, ${approver} from paid_before_list where status = 'ASKED'`,
    ],
    [
      'the same list of who was paid before twice',
      `insert into paid_before_list (survey_id, file_id, sha256, rows, asked_by) select survey_id, file_id, sha256, 1, asked_by from paid_before_list where status = 'ASKED'`,
    ],
    ['a person deleted who kept a list', `delete from person where username = 'lister'`],
    ['a person deleted who decided about a list', `delete from person where username = 'refuser'`],
    ['a line added to a list of before', moreLines],
    ['a hold lifted by who signed the payment', lift(approver, payments.approved)],
    [
      'a payment goes on that a list names',
      `${listed(payments.eligible, maker, approver)}; ${sign(payments.eligible, 'initiate', maker)}; ${move(payments.eligible, 'INITIATED')}`,
    ],
    [
      'a payment tried again whose phone has another name at the provider',
      `${otherName(ended.failed)}; ${sign(ended.failed, 'retry', maker, { next: 1 })};
      ${sign(ended.failed, 'initiate', maker, { next: 1, carried: true })}; ${sign(ended.failed, 'approve', approver, { next: 1, carried: true })};
      update payable set status = 'APPROVED', round = round + 1 where id = ${ended.failed}`,
    ],
    [
      'a name that differs let by who signed the payment',
      `insert into desk_act (kind, key, person_id, reason) values ('NAME_DIFFERS', '${ended.failed}', ${approver}, 'seen')`,
    ],
    ['a hold of two payees lifted by who signed the payment', lift(approver, payments.approved, ended.paid)],
    [
      'a payment goes on whose phone is that of another payee',
      `${shares(payments.eligible, ended.paid)}; ${sign(payments.eligible, 'initiate', maker)}; ${move(payments.eligible, 'INITIATED')}`,
    ],
    [
      'a payment goes on with the lift of another pair',
      `${shares(payments.eligible, ended.paid)}; ${lift(authorizer, payments.eligible, ended.sent)};
      ${sign(payments.eligible, 'initiate', maker)}; ${move(payments.eligible, 'INITIATED')}`,
    ],
    [
      'a payment goes on with a lift that names no other',
      `${shares(payments.eligible, ended.paid)}; insert into desk_act (kind, key, person_id, reason)
        values ('SAME_PAYEE', '${payments.eligible}:x', ${authorizer}, 'seen');
      ${sign(payments.eligible, 'initiate', maker)}; ${move(payments.eligible, 'INITIATED')}`,
    ],
    [
      'a step by who lifted a hold of two payees',
      `${lift(authorizer, payments.approved, ended.paid)}; ${sign(payments.approved, 'authorize', authorizer)}`,
    ],
    [
      'a step by who lifted a hold',
      `${lift(authorizer, payments.approved)}; ${sign(payments.approved, 'authorize', authorizer)}`,
    ],
    ['a stop that needs two people ended without the second', end('RESTORED')],
    ['a pause ended without a person', end('PAUSED')],
    ['a stop that is over ended once more', end('TROUBLE')],
    ['a stop that is over begun again', `update payment_stop set ended_at = null where kind = 'TROUBLE'`],
    ['a stop confirmed twice by one person', confirm('RESTORED', approver)],
    ['a stop confirmed without the right', confirm('RESTORED', stranger)],
    ['a stop of the house confirmed', confirm('NO_PROVIDER', authorizer)],
    ['a stop that is over confirmed', confirm('TROUBLE', authorizer)],
    ['a try-out ended without a choice', confirm('TRYOUT', authorizer)],
    ['a choice where there is none', choose('RESTORED', authorizer, 'OWED')],
    ['a choice that is none', choose('TRYOUT', authorizer, 'MAYBE')],
    [
      'a real payment cancelled with a try-out',
      `${choose('TRYOUT', authorizer, 'OWED')}; ${move(ended.failed, 'CANCELLED')}`,
    ],
    [
      'real money back with a try-out',
      `${choose('TRYOUT', authorizer, 'OWED')}; ${booking('tryout', 'SPENT', 'FLOAT', ended.paid)}`,
    ],
    [
      'a pause begun without the right',
      `insert into payment_stop (provider, kind, reason, began_by) values ('gsma', 'PAUSED', 'BY_PERSON', ${stranger})`,
    ],
    ['a person deleted who paused', `delete from person where id = ${payee}`],
    ['a pause begun by no person', `insert into payment_stop (provider, kind, reason) values ('gsma', 'PAUSED', 'X')`],
    ['a stop begun by a person', `insert into payment_stop (kind, reason, began_by) values ('ADDRESS', 'X', ${maker})`],
  ]
}

export function endsOfStops({ authorizer }: Stage): Work[] {
  return [
    ['a second person ends a stop', `${confirm('RESTORED', authorizer)}; ${openOnes('RESTORED')}`, '[[0]]'],
    ['one person ends a pause', `${confirm('PAUSED', authorizer)}; ${openOnes('PAUSED')}`, '[[0]]'],
    ['the house ends its own stop', `${end('NO_PROVIDER')}; ${openOnes('NO_PROVIDER')}`, '[[0]]'],
    [
      'the end of a stop is when it ended',
      `update payment_stop set ended_at = 'infinity' where kind = 'NO_PROVIDER';
      select ended_at = now() from payment_stop where kind = 'NO_PROVIDER'`,
      '[[true]]',
    ],
  ]
}
