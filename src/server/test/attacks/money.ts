/** Attacks on attempts, findings and the books. */
import type { Attack } from './attack.ts'
import { move, sign } from './payables.ts'
import type { Stage } from './stage.ts'

const attempt = (change: string, id: number): string => `update attempt set ${change} where payable_id = ${id}`

function finding(outcome: string, who: number, id: number, no = 1): string {
  return `insert into finding (payable_id, attempt_no, outcome, evidence, actor_id, role) values (${id}, ${no}, '${outcome}', 'seen', ${who},
    (select r.role from person a join role r on r.id = a.role_id where a.id = ${who}))`
}

/** The provider states that it paid. */
const said = (id: number, ref: string): string =>
  `insert into provider_event (payable_id, attempt_no, question, http_status, answer, is_cut, reading, paid_ref) values (${id}, 1, 'GET', 200, '{}', false, 'SUCCEEDED', '${ref}')`

/** A transfer of the whole attempt between accounts of its own. */
function booking(
  kind: string,
  from: string,
  to: string,
  id: number,
  { amount = 'a.amount_minor', no = 1 } = {},
): string {
  return `insert into transfer (kind, credit_account, debit_account, currency, amount_minor, payable_id, attempt_no)
    select '${kind}', f.id, t.id, 'MZN', ${amount}, a.payable_id, a.no from attempt a join payable p on p.id = a.payable_id
      join account f on f.kind = '${from}' and coalesce(f.batch_id, a.batch_id) = a.batch_id and coalesce(f.survey_id, p.survey_id) = p.survey_id
      join account t on t.kind = '${to}' and coalesce(t.batch_id, a.batch_id) = a.batch_id and coalesce(t.survey_id, p.survey_id) = p.survey_id
    where a.payable_id = ${id} and a.no = ${no} and f.currency = 'MZN' and t.currency = 'MZN' and f.provider = 'gsma' and t.provider = 'gsma'`
}

/** Between two accounts by their names. */
function loose(kind: string, from: string, to: string, more = '', at = ''): string {
  return `insert into transfer (kind, credit_account, debit_account, currency, amount_minor${more && ', funding_id'}${at && ', at'})
    select '${kind}', f.id, t.id, 'MZN', 500${more}${at && `, ${at}`} from account f, account t where f.name = '${from}' and t.name = '${to}'`
}

const newBatch = (who: number): string => `insert into batch (created_by) values (${who})`
const opened = (kind: string, provider = 'gsma'): string =>
  `insert into account (kind, provider, currency, batch_id) select '${kind}', '${provider}', 'MZN', max(id) from batch`
const newAttempt = (id: number, change: Record<string, string> = {}): string => {
  const facts = {
    no: '1',
    batch: '(select max(id) from batch)',
    msisdn: 'msisdn',
    amount: 'amount_minor',
    state: `'QUEUED'`,
    provider: 'provider',
    ...change,
  }
  return `insert into attempt (payable_id, no, batch_id, provider, msisdn, amount_minor, currency, state)
    select id, ${facts.no}, ${facts.batch}, ${facts.provider}, ${facts.msisdn}, ${facts.amount}, currency, ${facts.state} from payable where id = ${id}`
}

/** The provider refused a try for this reason, and what follows. */
export function nextTryOf(id: number) {
  const refused = (reason = 'insufficientFunds') =>
    attempt(`state = 'FAILED', reason = '${reason}', final_at = now()`, id)
  const next = (change: Record<string, string> = {}) =>
    newAttempt(id, { no: '2', batch: `(select batch_id from attempt where payable_id = ${id} and no = 1)`, ...change })
  const givenBack = booking('unreserve', 'RESERVED', 'HELD', id)
  const reserved = booking('reserve', 'HELD', 'RESERVED', id, { no: 2 })
  const moved = `${givenBack} union all ${reserved.slice(reserved.indexOf('select'))}`
  return { refused, next, givenBack, moved }
}

/** An attempt that brings its reference. */
const referenceOf = (id: number, reference: string): string => `
  insert into attempt (payable_id, no, batch_id, provider, msisdn, amount_minor, currency, client_ref)
  select id, 1, (select max(id) from batch), provider, msisdn, amount_minor, currency, ${reference} from payable where id = ${id}`

export function attacksOnAttempts({ payments, ended, maker, approver, authorizer, stranger, payee }: Stage): Attack[] {
  const { approved } = payments
  const { paid, failed, unclear, queued, reversing, again, twice, sent } = ended
  const unpaid = nextTryOf(sent)
  const settled = (first: string, second: string, who = maker) =>
    `${finding(first, approver, unclear)}; ${finding(second, who, unclear)};`
  const authorized = `${sign(approved, 'authorize', authorizer)}; ${newBatch(authorizer)};`
  const isPaid = `state = 'SUCCESSFUL', final_at = now()`
  return [
    [
      'a next try after a failure of the payee',
      `${unpaid.refused('requestDeclined')}; ${unpaid.next()}; ${unpaid.moved}`,
    ],
    [
      'a next try in another batch',
      `${unpaid.refused()}; ${newBatch(authorizer)}; ${unpaid.next({ batch: '(select max(id) from batch)' })}`,
    ],
    ['a next try of another amount', `${unpaid.refused()}; ${unpaid.next({ amount: 'amount_minor + 1' })}`],
    ['a next try after a failure of before', newAttempt(failed, { no: '2' })],
    ['a next try without its money', `${unpaid.refused()}; ${unpaid.next()}`],
    ['money given back for no next try', `${unpaid.refused()}; ${unpaid.givenBack}`],
    [
      'money given back twice',
      `${unpaid.refused()}; ${unpaid.next()}; ${unpaid.moved}; ${booking('release', 'RESERVED', 'FLOAT', unclear)}`,
    ],
    ['paid without a word of the provider', attempt(`${isPaid}, paid_minor = null`, sent)],
    [
      'paid without an answer that says so',
      attempt(`${isPaid}, provider_ref = 'P-OTHER', paid_minor = amount_minor, paid_currency = currency`, sent),
    ],
    ['paid at another amount', attempt(`${isPaid}, paid_minor = 1, paid_currency = currency`, sent)],
    ['paid in another currency', attempt(`${isPaid}, paid_minor = amount_minor, paid_currency = 'USD'`, sent)],
    [
      'paid to another payee',
      attempt(`${isPaid}, paid_minor = amount_minor, paid_currency = currency, paid_msisdn = '+1'`, sent),
    ],
    [
      'paid without a reference',
      attempt(`${isPaid}, paid_minor = amount_minor, paid_currency = currency, provider_ref = null`, sent),
    ],
    ['failed without a reason', attempt(`state = 'FAILED', reason = null, final_at = now()`, sent)],
    ['settled by no finding', attempt(`state = 'SUCCESSFUL', resolved = true`, unclear)],
    [
      'settled by one person twice',
      `${settled('PAID', 'PAID', approver)} ${attempt(`state = 'SUCCESSFUL', resolved = true`, unclear)}`,
    ],
    [
      'settled by two who differ',
      `${settled('PAID', 'NOT_PAID')} ${attempt(`state = 'SUCCESSFUL', resolved = true`, unclear)}`,
    ],
    [
      'failed by two who differ',
      `${settled('PAID', 'NOT_PAID')} ${attempt(`state = 'FAILED', resolved = true`, unclear)}`,
    ],
    ['never sent, yet settled', attempt(`state = 'SUCCESSFUL', resolved = true`, queued)],
    ['sent back from unclear to nowhere', attempt(`state = 'SENDING'`, unclear)],
    ['recalled by no person', attempt(`state = 'RECALLED'`, queued)],
    ['recalled after it was sent', attempt(`state = 'RECALLED'`, unclear)],
    ['a final state changed', attempt(`state = 'FAILED', reason = 'x'`, paid)],
    ['a final reference changed', attempt(`provider_ref = 'other'`, paid)],
    ['a final moment changed', attempt('final_at = now()', paid)],
    ['a final lease changed', attempt('next_at = now()', paid)],
    ['a final reason changed', attempt(`reason = 'other'`, failed)],
    ['a final count of sends changed', attempt('sends = 0', failed)],
    ['a failure called queued', attempt(`state = 'QUEUED'`, failed)],
    ['a failure called settled', attempt(`state = 'SUCCESSFUL', resolved = true`, failed)],
    ['a failure called paid without proof', attempt(`state = 'SUCCESSFUL'`, failed)],
    ['a success without its attempt', move(failed, 'SUCCESSFUL')],
    ['a success of what is on its way', move(unclear, 'SUCCESSFUL')],
    ['a failure of what is on its way', move(queued, 'FAILED')],
    ['a failure while a further try is on its way', move(again, 'FAILED')],
    ['money that came back called spent', `${finding('RECOVERED', approver, twice, 2)}; ${move(twice, 'SUCCESSFUL')}`],
    ['a reversal without a finding', move(paid, 'REVERSING')],
    ['a reversal ended by one person', move(reversing, 'REVERSED')],
    ['a reversal given up by one person', move(reversing, 'SUCCESSFUL')],
    ['a failure approved without its signatures', move(failed, 'APPROVED')],
    [
      'a retry without the signatures of before',
      `${sign(failed, 'retry', maker, { next: 1 })};
      update payable set status = 'APPROVED', round = round + 1 where id = ${failed}`,
    ],
    [
      'a recall whose money is still away',
      `${sign(queued, 'recall', authorizer, { next: 1 })};
      ${sign(queued, 'initiate', maker, { next: 1, carried: true })}; ${sign(queued, 'approve', approver, { next: 1, carried: true })};
      update payable set status = 'APPROVED', round = round + 1 where id = ${queued}`,
    ],
    ['a finding of what is not unclear', finding('PAID', approver, paid)],
    ['a finding of a recovery that was not begun', finding('RECOVERED', authorizer, paid)],
    ['a finding without the right', finding('REVERSE', stranger, paid)],
    [
      'a finding about a payment to oneself',
      `update person set phone = (select msisdn from payable where id = ${paid}) where id = ${payee};
      ${finding('REVERSE', payee, paid)}`,
    ],
    ['an attempt without an authorization', `${newBatch(authorizer)}; ${newAttempt(approved)}`],
    ['an attempt at another amount', `${authorized} ${newAttempt(approved, { amount: 'amount_minor + 1' })}`],
    ['an attempt to another phone', `${authorized} ${newAttempt(approved, { msisdn: `'+258840000000'` })}`],
    ['an attempt that begins as sent', `${authorized} ${newAttempt(approved, { state: `'SENT'` })}`],
    ['an attempt through nobody', `${authorized} ${newAttempt(approved, { provider: `'nobody'` })}`],
    ['an attempt of no batch', `${authorized} ${newAttempt(approved, { batch: '-1' })}`],
    ['two attempts at once', `${authorized} ${newAttempt(approved)}; ${newAttempt(approved, { no: '2' })}`],
    [
      'the same attempt again after a failure',
      `${authorized} ${newAttempt(approved)}; ${attempt(`state = 'SENDING', sends = 1`, approved)};
      ${attempt(`state = 'FAILED', reason = 'x', final_at = now()`, approved)}; ${newAttempt(approved)}`,
    ],
    [
      'two attempts under one reference',
      `${authorized} ${referenceOf(approved, `(select client_ref from attempt where payable_id = ${paid} order by no limit 1)`)}`,
    ],
    [
      'a try under a reference that the house did not make',
      `${authorized} ${referenceOf(approved, 'gen_random_uuid()')}`,
    ],
    ['answers of this year forgotten', 'select forget_answers(-1)'],
    ['the key of the house read', 'select inner_pad from house_key'],
    ['another key of the house', `update house_key set inner_pad = ''`],
    ['a second key of the house', `insert into house_key values (false, '', '')`],
    ['a reference made by the app', `select house_uuid('1')`],
  ]
}

const confirmed = (who: number, facts = `'gsma', 'MZN', 500`): string => `
  insert into funding (into_provider, into_currency, into_minor, reference, day, note, asked_by)
    values (${facts}, 'attack', '2026-01-01', 'attack', ${who})`
const broughtIn = (who: number, reference: string): string => `
  insert into funding (counter, into_provider, into_currency, into_minor, reference, day, note, file_id, asked_by)
    select 'OPENING', 'gsma', 'MZN', 500, '${reference}', '2026-01-01', 'attack', min(id), ${who} from file`
const decided = (who: number, status = 'CONFIRMED'): string =>
  `update funding set status = '${status}', decided_by = ${who} where id = (select max(id) from funding)`
const newest = ', (select max(id) from funding)'
const topUp = (more = newest): string => loose('topup', 'FUNDER:gsma:MZN', 'FLOAT:gsma:MZN', more)

export function attacksOnBooks({ payments, ended, maker, approver, authorizer, stranger, batch }: Stage): Attack[] {
  const { paid, queued, reversing, twice } = ended
  const float = 'FLOAT:gsma:MZN'
  const authorized = `${sign(payments.approved, 'authorize', authorizer)}; ${newBatch(authorizer)}; ${newAttempt(payments.approved)};
    ${opened('HELD')}; ${opened('RESERVED')};`
  return [
    ['money spent late that never failed', booking('late', 'FLOAT', 'SPENT', paid)],
    ['money spent on credit without a failure', booking('lateOnCredit', 'SUSPENSE', 'SPENT', paid)],
    ['money back without a reversal', booking('reverse', 'SPENT', 'FLOAT', paid)],
    ['money back that went out twice', booking('reverse', 'SPENT', 'FLOAT', twice, { no: 2 })],
    [
      'money back twice',
      `${booking('reverse', 'SPENT', 'FLOAT', reversing)}; ${booking('reverse', 'SPENT', 'FLOAT', reversing)}`,
    ],
    ['a part of the money back', booking('reverse', 'SPENT', 'FLOAT', reversing, { amount: 'a.amount_minor - 1' })],
    ['a recall of money that is on its way', booking('recall', 'RESERVED', 'FLOAT', queued)],
    ['a settlement before the success', booking('settle', 'RESERVED', 'SPENT', queued)],
    ['a release into another account', booking('release', 'RESERVED', 'SPENT', queued)],
    ['a reserve without the hold', `${authorized} ${booking('reserve', 'HELD', 'RESERVED', payments.approved)}`],
    [
      'a reserve for another batch',
      `${authorized} insert into transfer (kind, credit_account, debit_account, currency, amount_minor,
      payable_id, attempt_no) select 'reserve', f.id, t.id, 'MZN', 50000, ${payments.approved}, 1 from account f, account t
      where f.kind = 'HELD' and f.debits > f.credits and t.name = 'RESERVED:gsma:MZN:' || ${batch}`,
    ],
    ['a hold between the wrong accounts', loose('hold', 'FUNDER:gsma:MZN', float)],
    [
      'a hold that pays nobody',
      `${newBatch(maker)}; ${opened('HELD')}; insert into transfer (kind, credit_account, debit_account, currency,
      amount_minor) select 'hold', f.id, max(h.id), 'MZN', 500 from account f, account h where f.name = '${float}' and h.kind = 'HELD' group by f.id`,
    ],
    [
      'a hold for another provider',
      `${newBatch(maker)}; ${opened('HELD', 'other')}; insert into transfer (kind, credit_account, debit_account,
      currency, amount_minor) select 'hold', f.id, max(h.id), 'MZN', 500 from account f, account h where f.name = '${float}' and h.kind = 'HELD'
      group by f.id`,
    ],
    [
      'a hold above the float',
      `${newBatch(maker)}; ${opened('HELD')}; insert into transfer (kind, credit_account, debit_account, currency,
      amount_minor) select 'hold', f.id, max(h.id), 'MZN', 10000000 from account f, account h where f.name = '${float}' and h.kind = 'HELD'
      group by f.id`,
    ],
    [
      'a hold in another currency',
      `${newBatch(maker)}; insert into account (kind, provider, currency, batch_id) select 'HELD', 'gsma', 'USD',
      max(id) from batch; insert into transfer (kind, credit_account, debit_account, currency, amount_minor) select 'hold', f.id, max(h.id),
      'MZN', 500 from account f, account h where f.name = '${float}' and h.kind = 'HELD' and h.currency = 'USD' group by f.id`,
    ],
    [
      'a hold from another currency',
      `${newBatch(maker)}; insert into account (kind, provider, currency, batch_id) select 'HELD', 'gsma', 'USD',
      max(id) from batch; insert into transfer (kind, credit_account, debit_account, currency, amount_minor) select 'hold', f.id, max(h.id),
      'USD', 500 from account f, account h where f.name = '${float}' and h.kind = 'HELD' and h.currency = 'USD' group by f.id`,
    ],
    ['money in that nobody confirmed', `${confirmed(maker)}; ${topUp()}`],
    ['money in by nobody', topUp(', null')],
    ['money in confirmed by who asked', `${confirmed(maker)}; ${decided(maker)}; ${topUp()}`],
    ['money in confirmed without the right', `${confirmed(maker)}; ${decided(stranger)}; ${topUp()}`],
    ['money in asked for without the right', confirmed(stranger)],
    ['money in confirmed, yet not booked', `${confirmed(maker)}; ${decided(approver)}`],
    ['more money in than was confirmed', `${confirmed(maker)}; ${decided(approver)}; ${topUp().replace('500', '501')}`],
    [
      'money in booked as a surplus',
      `${confirmed(maker)}; ${decided(approver)}; ${loose('surplus', 'SUSPENSE:gsma:MZN', float, newest)}`,
    ],
    ['money in twice', `${confirmed(maker)}; ${decided(approver)}; ${topUp()}; ${topUp()}`],
    ['money in by a request of before', topUp(`, (select min(id) from funding where status = 'CONFIRMED')`)],
    [
      'a request that begins as confirmed',
      `insert into funding (into_provider, into_currency, into_minor, reference, day, note, asked_by, status,
      decided_by) values ('gsma', 'MZN', 500, 'x', '2026-01-01', 'x', ${maker}, 'REFUSED', ${approver})`,
    ],
    [
      'a refused request confirmed',
      `${confirmed(maker)}; ${decided(approver, 'REFUSED')}; ${decided(approver)}; ${topUp()}`,
    ],
    ['one movement asked for twice', `${confirmed(maker)}; ${confirmed(maker).replace(`'attack'`, `'ATTACK'`)}`],
    ['two opening balances of one float', `${broughtIn(maker, 'one')}; ${broughtIn(maker, 'two')}`],
    ['a decision without a person', `update funding set status = 'REFUSED' where reference = 'stage'`],
    [
      'a decision that is none',
      `update funding set status = 'LATER', decided_by = ${approver} where reference = 'stage'`,
    ],
    [
      'money held that goes back to another provider',
      `insert into account (kind, provider, currency) values ('FLOAT', 'other', 'MZN');
      insert into transfer (kind, credit_account, debit_account, currency, amount_minor) select 'unhold', h.id, f.id, 'MZN', 1000
      from account h, account f where h.kind = 'HELD' and h.debits > h.credits and f.name = 'FLOAT:other:MZN'`,
    ],
    ['a run with the money of no batch', 'update payment_run set batch_id = -1'],
    [
      'a stopped run taken up again',
      `update job set state = 'WAITING', finished_at = null, expires_at = null where kind = 'payments.reject'`,
    ],
    ['a balance written', `update account set debits = debits + 1`],
    [
      'an account opened with money',
      `insert into account (kind, provider, currency, debits) values ('FLOAT', 'other', 'MZN', 1)`,
    ],
  ]
}

export { attempt, booking, confirmed, decided, finding, loose, newAttempt, newBatch, newest, said, topUp }
