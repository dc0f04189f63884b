/** Attacks on statements and closed days: lines that are not so, and lines that come too late. */
import type { Attack } from './attack.ts'
import type { Stage } from './stage.ts'

const columns = 'statement_id, row, word, identity, at, change_minor, ours_minor, payable_id, attempt_no, funding_id'

interface LineFacts {
  provider?: string
  currency?: string
  by: number
}

/** A statement of now, as it comes before its lines. */
function statement({ provider = 'gsma', currency = 'MZN', by }: LineFacts): string {
  return `insert into statement (provider, currency, file_id, sha256, mapping, first_at, last_at, rows, imported_by)
    select '${provider}', '${currency}', max(id), '\\x03', '{}', now(), now(), 1, ${by} from file`
}

function line(facts: string, which = 'max'): string {
  return `insert into statement_line (${columns}) select ${which}(id), 1, ${facts} from statement`
}

const of = (payment: number, word: string, minor: string) =>
  `'${word}', gen_random_uuid(), now(), ${minor}, ${payment}, 1, null`
const unknown = `'MISSING_HERE', gen_random_uuid(), '2026-01-02T23:00:00Z', -5, 0, null::bigint, null::int, null::bigint`

const close = (by: number, day: string, ours = '0', provider = 'other') =>
  `insert into closed_day (provider, currency, day, ours_minor, theirs_minor, closed_by) values ('${provider}', 'MZN', ${day}, ${ours}, 0, ${by})`

export function attacksOnStatements({ maker, stranger, ended }: Stage): Attack[] {
  const { paid, failed, sent } = ended
  const come = statement({ by: maker })
  return [
    ['a statement of a person without the right', statement({ by: stranger })],
    ['a line for a statement of before', line(of(failed, 'AMOUNT_DIFFERS', '-5, 0'))],
    ['a payment that a statement proves twice', `${come}; ${line(of(paid, 'MATCHED', '-50000, -50000'))}`],
    ['a line of more than our books have', `${come}; ${line(of(sent, 'MATCHED', '-60000, -60000'))}`],
    [
      'a line of a payment in another currency',
      `${statement({ by: maker, currency: 'KES' })}; ${line(of(failed, 'AMOUNT_DIFFERS', '-5, 0'))}`,
    ],
    [
      'a line of a payment at another provider',
      `${statement({ by: maker, provider: 'other' })}; ${line(of(failed, 'AMOUNT_DIFFERS', '-5, 0'))}`,
    ],
    ['a match of two amounts', `${come}; ${line(of(sent, 'MATCHED', '-5, -50000'))}`],
    ['a difference of one amount', `${come}; ${line(of(sent, 'AMOUNT_DIFFERS', '-50000, -50000'))}`],
    ['an unknown line of a payment', `${come}; ${line(of(sent, 'MISSING_HERE', '-5, 0'))}`],
    ['a line of no statement', `insert into statement_line (${columns}) values (-1, 1, ${unknown})`],
    [
      'a line of no request',
      `${come}; ${line(`'DOUBLE', gen_random_uuid(), now(), 5, 0, null::bigint, null::int, -1`)}`,
    ],
    ['a day closed by nobody', close(-1, `'2026-01-03'`)],
    [
      'a day closed last year',
      close(maker, `'2026-01-03'`).replace('closed_by)', 'closed_by, closed_at)').replace(/\)$/, `, '2025-01-01')`),
    ],
    ['a line in a closed day', `${statement({ by: maker, provider: 'other' })}; ${line(unknown)}`],
    [
      'money for a closed day',
      `insert into funding (into_provider, into_currency, into_minor, reference, day, note, asked_by)
        values ('other', 'MZN', 500, 'attack', '2026-01-02', 'x', ${maker})`,
    ],
    [
      'money out of a closed day',
      `insert into funding (from_provider, from_currency, from_minor, reference, day, note, asked_by)
        values ('other', 'MZN', 500, 'attack', '2026-01-01', 'x', ${maker})`,
    ],
    ['a day closed before it is over', close(maker, `(now() at time zone 'UTC')::date`)],
    ['a day closed without the right', close(stranger, `'2026-01-03'`)],
    ['a day closed after a later one', close(maker, `'2026-01-01'`)],
    ['a day closed with other money than our books have', close(maker, `'2026-01-03'`, '5')],
    ['a day closed while a request waits', close(maker, `'2026-01-01'`, '0', 'gsma')],
  ]
}
