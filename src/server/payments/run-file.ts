/** What became of each payment of a run, in words, some thousand rows at a time. */
import { sql } from 'kysely'
import type { Locale } from '#domain/locale.ts'
import type { PaymentStatus } from '#domain/payment.ts'
import { toDecimal } from '#domain/money.ts'
import { wordIn } from '#words/texts.ts'
import type { Db } from '../db/pool.ts'

interface RunRow {
  id: number
  name: string | null
  surveyTitle: string
  amountMinor: number
  currency: string
  status: PaymentStatus
  settled: boolean
  code: string | null
}

export function runRows(db: Db, jobId: number, lang: Locale) {
  const words = (key: string) => wordIn(lang, key) ?? key
  const fields = ['id', 'surveyTitle', 'amount', 'currency'].map((key) => words(`payments.field.${key}`))
  const headings = [...fields, 'result', words('payments.field.reason'), 'code', words('payments.field.status')]
  const resultOf = ({ settled, code }: RunRow) => {
    if (!settled) return words('payments.run.result.OPEN')
    if (code === null) return words('payments.run.result.DONE')
    return words(code === 'ALREADY_DONE' ? 'payments.run.result.SKIPPED' : 'payments.run.result.REFUSED')
  }
  const reasonOf = (code: string) =>
    wordIn(lang, `payments.refusal.${code}`) ??
    wordIn(lang, `payments.reason.${code}`) ??
    wordIn(lang, `errors.${code}`)
  const line = (row: RunRow) => [
    row.name ?? row.id,
    row.surveyTitle,
    toDecimal(row.amountMinor, row.currency),
    row.currency,
    resultOf(row),
    row.code === null ? '' : (reasonOf(row.code) ?? row.code),
    row.code ?? '',
    words(`payments.status.${row.status}`),
  ]
  return { headings, lines: batches(db, jobId, line) }
}

async function* batches<Line>(db: Db, jobId: number, line: (row: RunRow) => Line): AsyncGenerator<Line[]> {
  for (let n = 0; ; n += 1) {
    const { rows } = await sql<RunRow>`
      select p.id, p.name, s.title as "surveyTitle", p.amount_minor as "amountMinor", p.currency, p.status, b.settled, f.code
      from job_batch b, unnest(b.ids) as each (id)
        join payable p on p.id = each.id join survey s on s.id = p.survey_id
        left join job_refusal f on f.job_id = ${jobId} and f.id = each.id
      where b.job_id = ${jobId} and b.n = ${n} order by p.id`.execute(db)
    if (rows.length === 0) return
    yield rows.map(line)
  }
}
