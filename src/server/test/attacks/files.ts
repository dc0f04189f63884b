/** Attacks on payments that go by files: on who releases them, and on their payments meanwhile. */
import type { Attack, Work } from './attack.ts'
import { attempt, finding, newBatch, said } from './money.ts'
import { sign } from './payables.ts'
import type { Stage } from './stage.ts'

/** The file of this status: one is asked for, one is out and asked back, one is answered. */
const fileIn = (status: string) => `(select id from payment_file where status = '${status}')`

const act = (name: string, status: string, person: number) =>
  `insert into payment_file_act (payment_file_id, act, person_id, file_id)
    select ${fileIn(status)}, '${name}', ${person}, ${name === 'RELEASE' ? '(select max(id) from file)' : 'null'}`
const file = (by: number, provider: string) =>
  `insert into payment_file (provider, currency, mapping, lines, sum_minor, asked_by) values ('${provider}', 'MZN', '{}', 1, 50000, ${by})`
const result = (by: number, status: string) =>
  `insert into payment_result (payment_file_id, file_id, sha256, mapping, report, taken_by)
    select ${fileIn(status)}, max(id), 'x', '{}', '{}', ${by} from file`
const line = (status: string, payment: number) =>
  `insert into payment_file_line select ${fileIn(status)}, 9, id from attempt where payable_id = ${payment}`
const word = (payment: number) =>
  `insert into provider_event (payable_id, attempt_no, question, answer, is_cut, reading, result_id)
    select ${payment}, 1, 'row 2', '{}', false, 'FAILED_DEFINITE', max(id) from payment_result`
const failed = (payment: number) => attempt(`state = 'FAILED', reason = 'x', final_at = now()`, payment)
const state = (payment: number) => `select state from attempt where payable_id = ${payment}`
const goOn = 'update payment_stop set ended_at = now() where ended_at is null'

/** Two people found that it was paid by hand, as the update says. */
const settled = (people: readonly number[], payment: number, more = '') =>
  `${people.map((person) => `${finding('PAID', person, payment)}; `).join('')}${attempt(
    `state = 'SUCCESSFUL', resolved = true, final_at = now(), paid_minor = amount_minor, paid_currency = currency${more}`,
    payment,
  )}`
const byHand = (payment: number, provider = `'bank'`) =>
  `insert into attempt (payable_id, no, batch_id, provider, msisdn, amount_minor, currency, is_outside)
    select id, 1, (select max(id) from batch), ${provider}, msisdn, amount_minor, currency, true from payable where id = ${payment}`

export function attacksOnFiles({ maker, approver, authorizer, stranger, ended, files }: Stage): Attack[] {
  const { answered, out, waits, outside, approved } = files
  return [
    ['a file asked for without the right', file(stranger, 'bank')],
    ['a file for a provider that is called', file(maker, 'gsma')],
    ['a file asked for last year', file(maker, 'bank').replace(')', ', asked_at)').replace(/\)$/, ', now())')],
    ['a file refused last year', act('REFUSE', 'ASKED', maker).replace(')', ', at)').replace(/null$/, 'null, now()')],
    [
      'a result of last year',
      result(maker, 'ANSWERED')
        .replace(')', ', taken_at)')
        .replace(/ from file$/, ', now() from file'),
    ],
    ['a second open file of a provider', file(maker, 'cash')],
    ['a line for a file of before', line('ASKED', waits)],
    [
      'a file with a payment at another provider',
      `${file(maker, 'bank')}; ${line('ASKED', waits).replace("= 'ASKED'", "= 'ASKED' and provider = 'bank'")}`,
    ],
    ['a file refused without the right', act('REFUSE', 'ASKED', stranger)],
    ['a file refused that is answered', act('REFUSE', 'ANSWERED', maker)],
    ['a file released by the person who asked', act('RELEASE', 'ASKED', maker)],
    ['a file released while sending is stopped', act('RELEASE', 'ASKED', approver)],
    [
      'a file released with another sum',
      `${goOn}; update payment_file set sum_minor = 1 where status = 'ASKED'; ${act('RELEASE', 'ASKED', approver)}`,
      'owner',
    ],
    ['a file taken back by one person', act('TAKE_BACK', 'RELEASED', approver)],
    ['a file taken back after a result', act('TAKE_BACK', 'ANSWERED', maker)],
    [
      'a file taken back without one of its payments',
      `update payment_file set lines = 2 where status = 'RELEASED'; ${act('TAKE_BACK', 'RELEASED', maker)}`,
      'owner',
    ],
    ['a result without the right', result(stranger, 'ANSWERED')],
    ['a result of a file that is not out', result(maker, 'ASKED')],
    ['a call that speaks of a payment in a file', said(answered, 'x')],
    ['a line of a result of before', word(answered)],
    ['a line of no result', word(answered).replace('max(id) from payment_result', '-1')],
    ['a line about a payment of another file', `${result(maker, 'ANSWERED')}; ${word(out)}`],
    ['a line about a payment that is called', `${result(maker, 'ANSWERED')}; ${word(ended.sent)}`],
    [
      'a payment of a file provider sent by a worker',
      attempt(`state = 'SENDING', sends = sends + 1, sent_at = now()`, waits),
    ],
    ['a payment in a file put back alone', attempt(`state = 'QUEUED', turned_away = turned_away + 1`, out)],
    ['a payment in a file that ends by no line', failed(answered)],
    [
      'a payment that was paid by hand sent by a worker',
      `${newBatch(maker)}; ${sign(approved, 'authorize', authorizer)}; ${byHand(approved, `'gsma'`)}; ${attempt(`state = 'SENDING', sends = sends + 1, sent_at = now()`, approved)}`,
    ],
    [
      'a payment that was paid by hand in a file',
      `${file(maker, 'bank')}; ${line('ASKED', outside).replace("= 'ASKED'", "= 'ASKED' and provider = 'bank'")}`,
    ],
    ['a payment that one person found paid by hand', settled([authorizer], outside)],
    ['a payment by hand under another reference', settled([maker], outside, `, provider_ref = 'R-2'`)],
    [
      'a payment by hand of another amount',
      settled([maker], outside).replace('paid_minor = amount_minor', 'paid_minor = 1'),
    ],
    [
      'a payment by hand in a try-out',
      `${newBatch(maker)}; ${sign(approved, 'authorize', authorizer)}; ${byHand(approved, `'simulator'`)}`,
    ],
    [
      'a finding with a document that is not there',
      finding('PAID', maker, outside).replace('evidence,', 'evidence, file_id,').replace(`'seen',`, `'seen', -1,`),
    ],
    ['a payment by hand without an authorization', `${newBatch(maker)}; ${byHand(approved)}`],
    [
      'a payment by hand beside a try on its way',
      `${newBatch(maker)}; ${byHand(ended.sent).replace('id, 1,', 'id, 2,')}`,
    ],
    ['a payment in a file recalled', attempt(`state = 'RECALLED', final_at = now()`, out)],
  ]
}

export function waysOfFiles({ maker, files }: Stage): Work[] {
  const { answered, out } = files
  return [
    ['two people take a file back', `${act('TAKE_BACK', 'RELEASED', maker)}; ${state(out)}`, '[["QUEUED"]]'],
    [
      'a line of a result ends its payment',
      `${result(maker, 'ANSWERED')}; ${word(answered)}; ${failed(answered)}; ${state(answered)}`,
      '[["FAILED"]]',
    ],
  ]
}
