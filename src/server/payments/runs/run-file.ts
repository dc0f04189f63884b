/** What became of each payment of a run, in words, some thousand rows at a time. */
import type { Locale } from '#domain/text/locale.ts'
import type { PaymentStatus } from '#domain/money/payment.ts'
import { meaningOf } from '#domain/money/provider-codes.ts'
import { toDecimal } from '#domain/money/money.ts'
import { shownPhone, type Viewer } from '../row-parts.ts'
import { holdOf } from '../steps/hold-sql.ts'
import { wordIn } from '#words/texts.ts'
import { type Db, rowsOf } from '../../db/pool.ts'

interface RunRow {
  id: number
  name: string | null
  surveyTitle: string
  participant: string | null
  phone: string | null
  reference: string | null
  amountMinor: number
  chargeMinor: number
  currency: string
  status: PaymentStatus
  settled: boolean
  code: string | null
  /** Why the payment itself is where it is: what the provider said, or what holds it. */
  statusReason: string | null
}

export function runRows(db: Db, jobId: number, { lang, viewer }: { lang: Locale; viewer: Viewer }) {
  const words = (key: string) => wordIn(lang, key) ?? key
  const named = (keys: string[]) => keys.map((key) => words(`payments.field.${key}`))
  const headings = [
    ...named(['id', 'participant', 'phone', 'surveyTitle', 'amount', 'charge', 'currency', 'inRun', 'reason']),
    'code',
    ...named(['status', 'statusReason', 'reference']),
  ]
  const resultOf = ({ settled, code }: RunRow) => {
    if (!settled) return words('payments.run.result.OPEN')
    if (code === null) return words('payments.run.result.DONE')
    return words(code === 'ALREADY_DONE' ? 'payments.run.result.SKIPPED' : 'payments.run.result.REFUSED')
  }
  const reasonOf = (code: string) =>
    wordIn(lang, `payments.refusal.${code}`) ??
    wordIn(lang, `payments.reason.${code}`) ??
    wordIn(lang, `payments.reason.${meaningOf(code) ?? ''}`) ??
    wordIn(lang, `errors.${code}`)
  const line = (row: RunRow) => [
    row.name ?? row.id,
    row.participant,
    shownPhone(row.phone, viewer),
    row.surveyTitle,
    toDecimal(row.amountMinor, row.currency),
    toDecimal(row.chargeMinor, row.currency),
    row.currency,
    resultOf(row),
    row.code === null ? '' : (reasonOf(row.code) ?? row.code),
    row.code ?? '',
    words(`payments.status.${row.status}`),
    row.statusReason === null ? '' : (reasonOf(row.statusReason) ?? row.statusReason),
    row.reference,
  ]
  return { headings, lines: batches(db, jobId, line) }
}

async function* batches<Line>(db: Db, jobId: number, line: (row: RunRow) => Line): AsyncGenerator<Line[]> {
  for (let n = 0; ; n += 1) {
    const rows = await rowsOf<RunRow>(db)`
      select p.id, p.name, s.title as "surveyTitle", p.amount_minor as "amountMinor", p.charge_minor as "chargeMinor", p.currency, p.status, b.settled, f.code,
        coalesce(who.name, m.recipient_name) as participant, p.msisdn as phone, a.client_ref as reference,
        case p.status when 'PROCESSING' then a.reason else coalesce(p.reason, ${holdOf}) end as "statusReason"
      from job_batch b, unnest(b.ids) as each (id)
        join payable p on p.id = each.id join survey s on s.id = p.survey_id
        left join person who on who.id = p.participant_id
        left join manual_payment m on p.kind = 'MANUAL' and m.payable_id = p.id
        left join attempt a on a.payable_id = p.id and a.state not in ('FAILED', 'RECALLED')
        left join job_refusal f on f.job_id = ${jobId} and f.id = each.id
      where b.job_id = ${jobId} and b.n = ${n} order by p.id`
    if (rows.length === 0) return
    yield rows.map(line)
  }
}
