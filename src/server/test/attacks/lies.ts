/** Attacks that say what is not so: times of one's choice, a provider's word that never came, work that was taken back. */
import type { Attack } from './attack.ts'
import { attempt, booking, confirmed, decided, finding, loose, newAttempt, newBatch, newest, said } from './money.ts'
import { change, move, owe, sign } from './payables.ts'
import { authorize } from './limits.ts'
import type { Stage } from './stage.ts'

/** The statement with one more column in its list and one more value in its row. */
function also(text: string, column: string, value: string): string {
  return text.replace(')', `, ${column})`).replace(/(\)?)$/, `, ${value}$1`)
}
const longAgo = `now() - interval '1 year'`
const tomorrow = `now() + interval '1 day'`

const booked = (at: string) => loose('topup', 'FUNDER:gsma:MZN', 'FLOAT:gsma:MZN', newest, at)

export function attacksByTimes({ payments, ended, maker, approver, authorizer }: Stage): Attack[] {
  const { paid, reversing, sent } = ended
  const funded = `${confirmed(maker)}; ${decided(authorizer)};`
  const signed = sign(payments.eligible, 'initiate', maker)
  return [
    ['a transfer of last year', `${funded} ${booked(longAgo)}`],
    ['a transfer of tomorrow', `${funded} ${booked(tomorrow)}`],
    [
      'a signature of last year',
      signed.replace(', carried)', ', carried, at)').replace(', false from', `, false, ${longAgo} from`),
    ],
    ['a finding of last year', also(finding('REVERSE', approver, paid), 'at', longAgo)],
    [
      'an incident of last year',
      `insert into incident (kind, payable_id, attempt_no, provider_ref, at) values ('PAID_LATE', ${reversing}, 1, 'P', ${longAgo})`,
    ],
    ['an answer of last year', also(said(sent, 'x'), 'at', longAgo)],
    ['a request for money of last year', also(confirmed(maker), 'asked_at', longAgo)],
    [
      'limits of last year',
      `insert into payment_policy (version, changed_by, reason, changed_at)
        select max(version) + 1, ${maker}, 'attack', ${longAgo} from payment_policy`,
    ],
    [
      'a payment made last year',
      `with made as (insert into payable (id, kind, name, survey_id, msisdn, amount_minor, currency, provider, facts_hash, created_at)
        select -60, kind, 'MAN-OLD', survey_id, msisdn, amount_minor, currency, provider, facts_hash, ${longAgo} from payable where id = -10)
      insert into manual_payment (payable_id, survey_id, reason) select -60, survey_id, 'OTHER' from payable where id = -10`,
    ],
    [
      'books looked through tomorrow',
      `insert into books_check (milliseconds, broken, at) values (1, '[]', ${tomorrow})`,
    ],
    [
      'a response that its payment frees at once',
      `insert into payable_response select payable_id, survey_id, response_id, now() from payable_response limit 1`,
    ],
    ['a batch of last year', also(newBatch(maker), 'created_at', longAgo)],
    [
      'an upload of last year',
      `insert into payment_upload (sha256, name, rows, created_by, created_at) values ('x', 'x', 1, ${maker}, ${longAgo})`,
    ],
    [
      'a selection of last year',
      `insert into payment_selection (step, source, made_by, size, sums, survey_ids, made_at)
      values ('approve', '{}', ${maker}, 0, '{}', '{}', ${longAgo})`,
    ],
    ['a run stopped last year', `update payment_run set stopped_at = ${longAgo}`],
    ['an attempt that was sent last year', attempt(`sent_at = ${longAgo}`, sent)],
    ['an attempt that ended last year', attempt(`state = 'FAILED', reason = 'x', final_at = ${longAgo}`, sent)],
    ['an attempt that ended at no moment', attempt(`state = 'FAILED', reason = 'x', final_at = null`, sent)],
  ]
}

export function attacksByWorker({ payments, ended, maker, approver, authorizer }: Stage): Attack[] {
  const { paid, unclear, queued, sent } = ended
  const authorized = `${sign(payments.approved, 'authorize', authorizer)}; ${newBatch(authorizer)};`
  const recalled = `${sign(sent, 'recall', authorizer, { next: 1 })}; ${attempt(`state = 'RECALLED', final_at = now()`, sent)};
    ${booking('recall', 'RESERVED', 'FLOAT', sent)}`
  const proven = `paid_minor = amount_minor, paid_currency = currency, paid_msisdn = null, final_at = now()`
  return [
    ['a sent attempt called unsent', attempt('sends = sends - 1', sent)],
    [
      'a sent attempt called unsent and recalled',
      `${attempt(`state = 'UNKNOWN'`, sent)}; ${attempt(`state = 'QUEUED', sends = 0`, sent)}; ${recalled}`,
    ],
    [
      'a sent attempt called turned away and recalled',
      `${attempt(`state = 'UNKNOWN'`, sent)}; ${attempt(`state = 'QUEUED', turned_away = 1`, sent)}; ${recalled}`,
    ],
    ['a fence that falls', attempt('fence = -5', sent)],
    ['a negative count of questions', attempt('polls = -5', sent)],
    ['a handle that may be asked for less than never', attempt('poll_limit = -5', sent)],
    ['more sends than there were', attempt('sends = sends + 99', sent)],
    ['more sends turned away than there were', attempt(`state = 'SENDING', sends = 1, turned_away = 2`, queued)],
    ['a sending that does not count', attempt(`state = 'SENDING'`, queued)],
    ['an attempt put off for ever', attempt(`next_at = 'infinity'`, sent)],
    ['an attempt put off for a thousand years', attempt(`next_at = now() + interval '1000 years'`, sent)],
    [
      'an attempt that failed, yet was never sent',
      `${attempt(`state = 'SENDING'`, queued)}; ${attempt(`state = 'FAILED', reason = 'x', final_at = now()`, queued)}`,
    ],
    [
      'an attempt that was paid, yet never sent',
      `${attempt(`state = 'SENDING'`, queued)}; ${said(queued, 'x')}; ${attempt(`state = 'SUCCESSFUL', provider_ref = 'x', ${proven}`, queued)}`,
    ],
    [
      'the reference of another payment',
      attempt(`provider_ref = (select provider_ref from attempt where payable_id = ${paid})`, sent),
    ],
    ['a stated mismatch overwritten', attempt(`state = 'SUCCESSFUL', ${proven}`, unclear)],
    ['a stated mismatch forgotten', attempt('paid_minor = null, paid_currency = null', unclear)],
    ['a stated mismatch that failed without a finding', attempt(`state = 'FAILED', final_at = now()`, unclear)],
    ['a stated mismatch sent again', attempt(`state = 'QUEUED', next_at = now()`, unclear)],
    ['a first attempt of number 7', `${authorized} ${newAttempt(payments.approved, { no: '7' })}`],
    [
      'an attempt that begins as sent three times',
      `${authorized} ${newAttempt(payments.approved).replace('state)', 'state, polls)').replace(`'QUEUED' from`, `'QUEUED', 3 from`)}`,
    ],
    [
      'an unclear outcome settled within its day',
      `${finding('NOT_PAID', approver, sent)}; ${finding('NOT_PAID', maker, sent)};
      ${attempt(`state = 'FAILED', reason = 'x', resolved = true, final_at = now()`, sent)}`,
    ],
    [
      'money paid twice that went out once',
      `insert into incident (kind, payable_id, attempt_no, provider_ref) values ('PAID_TWICE', ${ended.failed}, 1, 'x')`,
    ],
    [
      'money paid late that was paid in time',
      `insert into incident (kind, payable_id, attempt_no, provider_ref) values ('PAID_LATE', ${ended.failed}, 1, 'x')`,
    ],
  ]
}

const taken = (id: number, how: string) =>
  `update form set ${how} where id = (select response_id from payable_response where payable_id = ${id});`

/** On what is owed again after its money came back. */
function attacksOnOwingAgain({ ended, responses, survey, approver, authorizer }: Stage): Attack[] {
  const again = owe(responses.reversed, { follows: String(ended.reversed) })
  const second = finding('OWED', approver, ended.reversed)
  return [
    ['owed again by one person', again],
    ['owed again by one person who says so twice', `${finding('OWED', authorizer, ended.reversed)}; ${again}`],
    ['owed again after another response', `${second}; ${owe(responses.response, { follows: String(ended.reversed) })}`],
    ['owed again after a payment that is paid', owe(responses.response, { follows: String(ended.paid) })],
    [
      'owed again twice',
      `${second}; ${again}; insert into payable (survey_id, amount_minor, currency, provider, facts_hash, follows)
        values (${survey}, 1, 'MZN', 'gsma', '', ${ended.reversed})`,
    ],
    ['owed again after a payment that is none', owe(responses.response, { follows: '-1' })],
    ['found to be owed again before it is reversed', finding('OWED', approver, ended.reversing)],
  ]
}

export function attacksOnWork(stage: Stage): Attack[] {
  const { payments, ended, maker, approver, openSurvey, responses, survey } = stage
  const { initiated, approved, cancelled } = payments
  const manual = (facts: Record<string, string>, noted: string) => {
    const { amount = '100', currency = `'MZN'` } = facts
    return `with made as (
        insert into payable (id, kind, name, survey_id, msisdn, amount_minor, currency, provider, phone_from, facts_hash)
        values (-50, 'MANUAL', 'MAN-LIE', ${survey}, '+258840000001', ${amount}, ${currency}, 'gsma', 'GIVEN',
          signed_facts('+258840000001', ${amount}, ${currency}, 'gsma', null))
      ) ${noted}`
  }
  const entry = (more: Record<string, string> = {}) => {
    const facts = { payable_id: '-50', survey_id: String(survey), reason: `'OTHER'`, ...more }
    return `insert into manual_payment (${Object.keys(facts).join(', ')}) values (${Object.values(facts).join(', ')})`
  }
  return [
    ...attacksOnOwingAgain(stage),
    [
      'approved after its response was rejected',
      `${taken(initiated, `status = 'REJECTED'`)} ${sign(initiated, 'approve', approver)}; ${move(initiated, 'APPROVED')}`,
    ],
    [
      'approved after its response became a pilot',
      `${taken(initiated, 'is_pilot = true')} ${sign(initiated, 'approve', approver)}; ${move(initiated, 'APPROVED')}`,
    ],
    [
      'initiated after its response became a pilot',
      `${taken(payments.eligible, 'is_pilot = true')} ${sign(payments.eligible, 'initiate', maker)}; ${move(payments.eligible, 'INITIATED')}`,
    ],
    [
      'tried again after its response was rejected',
      `${taken(ended.failed, `status = 'REJECTED'`)} ${sign(ended.failed, 'retry', maker, { next: 1 })};
      ${sign(ended.failed, 'initiate', maker, { next: 1, carried: true })}; ${sign(ended.failed, 'approve', approver, { next: 1, carried: true })};
      update payable set status = 'APPROVED', round = round + 1 where id = ${ended.failed}`,
    ],
    ['a manual payment without its entry', manual({}, 'select')],
    ['a manual payment with the entry of another survey', manual({}, entry({ survey_id: String(openSurvey) }))],
    ['a manual payment in another currency than its survey', manual({ currency: `'USD'` }, entry())],
    ['a manual payment above the highest amount', manual({ amount: '10000001' }, entry())],
    ['a manual payment for no reason', manual({}, entry({ reason: `' '` }))],
    [
      'a manual payment with responses',
      `${manual({}, entry())}; insert into payable_response values (-50, ${survey}, ${responses.response})`,
    ],
    ['a reason given to a paid payment', change(`reason = 'ERASED'`, ended.paid)],
    ['a text given to a paid payment', change(`reason_text = 'x'`, ended.paid)],
    ['another version of a paid payment', change('version = 1', ended.paid)],
    ['another reason of a cancelled payment', change(`reason = 'OTHER'`, cancelled)],
    ['evidence of blanks', finding('REVERSE', approver, ended.paid).replace(`'seen'`, `' '`)],
    ['money asked for with a note of blanks', confirmed(maker).replace(`'attack', ${maker}`, `' ', ${maker}`)],
    [
      'sent after its response was rejected',
      `${taken(approved, `status = 'REJECTED'`)} ${authorize([approved], 'MZN', stage)}`,
    ],
    [
      'sent after its response became a pilot',
      `${taken(approved, 'is_pilot = true')} ${authorize([approved], 'MZN', stage)}`,
    ],
  ]
}
