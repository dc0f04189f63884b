/** Who was paid before the house began: a list from a file, kept by one person and confirmed by another. */
import { type RawBuilder, sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import { paidBefore, type PaidBeforeColumn, type PaidBeforeReport, type PaidBeforeRow } from '#contract/paid-before.ts'
import { fundingRefusal } from '#domain/money/funding.ts'
import { maxManualRows } from '#domain/money/manual-payment.ts'
import { sum } from '#domain/money/money.ts'
import { problem } from '#domain/problems.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import { allOf, found } from '../../db/table-store.ts'
import { AppError, refuse } from '../../errors.ts'
import { ProblemList, reportOf } from '../../excel/problem-list.ts'
import { readTableApart, type TableRow } from '../../excel/read-table.ts'
import { on } from '../../http/context.ts'
import { inScope, scopeOf, type SurveyScope } from '../../scope.ts'
import { keepTable } from '../books/provider-file.ts'
import { amountOf, textOf } from './manual-rows.ts'
import { findPlaces } from './manual-store.ts'

interface Reader {
  id: number
  permissions: ReadonlySet<string>
  scope: SurveyScope
}

type Sums = { currency: string; minor: string }[]
type PaidBeforeRecord = Omit<PaidBeforeRow, 'total' | 'refusals'> & {
  sums: Sums
}

const person = (table: string) => sql`case when ${sql.ref(`${table}.id`)} is not null
  then json_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)}) end`

function seen(scope: SurveyScope, more?: RawBuilder<unknown>): RawBuilder<unknown> {
  const within = inScope(scope, sql`l.survey_id`)
  return allOf([within && sql`(l.survey_id is null or ${within})`, more]) ?? sql`true`
}

async function read(db: Db, reader: Reader, where: RawBuilder<unknown>): Promise<PaidBeforeRow[]> {
  const rows = await rowsOf<PaidBeforeRecord>(db)`
    select l.id, ${person('f')} as document, case when s.id is not null then json_build_object('id', s.id, 'title', s.title) end as survey,
      l.cost_code as "costCode", l.rows as lines, l.status, ${person('a')} as "askedBy", l.asked_at as "askedAt",
      ${person('d')} as "decidedBy", l.decided_at as "decidedAt",
      (select json_agg(t) from (select currency, sum(amount_minor)::text as minor from paid_before where list_id = l.id
        group by 1 order by 1) t) as sums
    from paid_before_list l join file f on f.id = l.file_id left join survey s on s.id = l.survey_id
      join person a on a.id = l.asked_by left join person d on d.id = l.decided_by
    where ${where}`
  return rows.map(({ sums, ...row }) => {
    const facts = { status: row.status, askedBy: row.askedBy.id }
    return {
      ...row,
      total: totalOf(sums),
      refusals: {
        confirm: fundingRefusal('CONFIRMED', facts, reader) ?? null,
        refuse: fundingRefusal('REFUSED', facts, reader) ?? null,
      },
    }
  })
}

function totalOf(sums: Sums): PaidBeforeRow['total'] {
  return sums.map(({ currency, minor }) => sum(BigInt(minor), currency))
}

interface Line {
  row: number
  phone: string
  amountMinor: number
  currency: string
  day: string
  reference: string | null
  name: string | null
  purpose: string | null
}

/** The lines, and what is wrong with their amounts and days, by row. */
function linesOf(
  table: Awaited<ReturnType<typeof readTableApart<PaidBeforeColumn>>>,
  highestAmounts: Parameters<typeof amountOf>[2],
) {
  const problems = new ProblemList()
  const rows = table.chunks.flatMap((chunk) => JSON.parse(chunk) as TableRow<PaidBeforeColumn>[])
  const today = new Date().toISOString().slice(0, 10)
  const lines = rows.map((row): Line => {
    const at = (name: PaidBeforeColumn) => ({ row: row.row, column: table.columns[name] ?? 0, code: name })
    const [currency, day] = [String(row.currency), String(row.paid_on)]
    const isRead = !table.bad.includes(row.row)
    const amount = isRead ? amountOf(String(row.amount), currency, highestAmounts) : {}
    const { problem: code, limit } = amount
    if (code) problems.add(at('amount'), limit === undefined ? { code } : { code, limit })
    if (isRead && day > today) problems.add(at('paid_on'), { code: 'IN_FUTURE' })
    const [reference, name, purpose] = [textOf(row.reference), textOf(row.recipient_name), textOf(row.reason)]
    return {
      row: row.row,
      phone: String(row.phone_number),
      amountMinor: amount.minor ?? 0,
      currency,
      day,
      reference,
      name,
      purpose,
    }
  })
  return { lines, problems }
}

function sumsOf(lines: readonly Line[]): PaidBeforeReport['total'] {
  return [...Map.groupBy(lines, ({ currency }) => currency)].map(([currency, group]) =>
    sum(
      group.reduce((all, { amountMinor }) => all + BigInt(amountMinor), 0n),
      currency,
    ),
  )
}

const asked = { action: 'payments.askPaidBefore', subjectType: 'paid_before_list' } as const

const keep = on(paidBefore.keep, async ({ db, actor, file, query, services, write, audit }) => {
  const { surveyId, costCode, country, dryRun } = query
  if ((surveyId === undefined) === (costCode === undefined))
    throw new AppError('VALIDATION_FAILED', { errors: [problem('surveyId', 'REQUIRED')] })
  const { phoneCountry, highestAmounts } = services.settings
  const asker = { scope: await scopeOf(db, actor), phoneCountry }
  const place = (await findPlaces(db, asker, surveyId === undefined ? [] : [surveyId])).get(surveyId ?? 0)
  if (surveyId !== undefined && place?.surveyId !== surveyId) throw new AppError('NOT_FOUND')
  const table = await readTableApart<PaidBeforeColumn>(
    'paidBefore',
    file,
    country ?? (place ? place.country : phoneCountry),
  )
  if (!file) throw new AppError('FILE_MISSING')
  if (table.count > maxManualRows) throw new AppError('WORKBOOK_TOO_MANY_ROWS')
  const { lines, problems } = linesOf(table, highestAmounts)
  const report = reportOf(table, problems)
  if (report.problemCount > 0) throw new AppError('WORKBOOK_ROWS_INVALID', { data: report })
  return write(async (tx, by): Promise<PaidBeforeReport> => {
    // The same file at the same moment waits here.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`paid before ${file.sha256.toString('hex')}`}, 0))`.execute(
      tx,
    )
    const earlier = await rowsOf<{ id: number }>(tx)`
      select id from paid_before_list where sha256 = ${file.sha256} and status <> 'REFUSED'`
    const { n: held } = await rowOf<{ n: number }>(tx)`
        select count(*)::int as n from payable p join survey s on s.id = p.survey_id
        where p.msisdn = any(${lines.map(({ phone }) => phone)}) and p.status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'FAILED')
          and (s.id = ${surveyId ?? null} or s.cost_code = ${costCode ?? null})`
    const looked = { ...report, total: sumsOf(lines), held, id: earlier[0]?.id ?? null, repeated: earlier.length > 0 }
    if (looked.repeated || dryRun === 'true') {
      audit({ ...asked, after: { name: file.name, rows: lines.length, dryRun: true } })
      return looked
    }
    const { sha256, name } = file
    const fileId = await keepTable(tx, services, file, by.id)
    const { id } = await rowOf<{ id: number }>(tx)`
        insert into paid_before_list (survey_id, cost_code, file_id, sha256, rows, asked_by)
        values (${surveyId ?? null}, ${costCode ?? null}, ${fileId}, ${sha256}, ${lines.length}, ${by.id}) returning id`
    await sql`
      insert into paid_before (list_id, row, msisdn, amount_minor, currency, paid_on, reference, name, purpose)
      select ${id}, row, phone, "amountMinor", currency, day, reference, name, purpose from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as l (row int, phone text, "amountMinor" bigint, currency text, day date, reference text, name text, purpose text)`.execute(
      tx,
    )
    audit({ ...asked, subjectId: id, after: { name, surveyId, costCode, rows: lines.length } })
    return { ...looked, id }
  })
})

const decide = on(paidBefore.decide, async ({ db, params: { id }, body: { decision }, actor, audit }) => {
  const reader = { ...actor, scope: await scopeOf(db, actor) }
  const where = seen(reader.scope, sql`l.id = ${id}`)
  await sql`select from paid_before_list where id = ${id} for no key update`.execute(db)
  const before = found({ rows: await read(db, reader, where) })
  refuse(fundingRefusal(decision, { status: before.status, askedBy: before.askedBy.id }, actor))
  await sql`update paid_before_list set status = ${decision}, decided_by = ${actor.id} where id = ${id}`.execute(db)
  audit({
    action: 'payments.decidePaidBefore',
    subjectType: 'paid_before_list',
    subjectId: id,
    after: { status: decision },
  })
  return found({ rows: await read(db, reader, where) })
})

export const paidBeforeRoutes = [
  on(paidBefore.list, async ({ db, query, actor }) => {
    const reader = { ...actor, scope: await scopeOf(db, actor) }
    const { pageSize, offset } = pageOf(query)
    const where = seen(reader.scope, query.status && sql`l.status = ${query.status}`)
    const { n } = await rowOf<{ n: number }>(db)`select count(*)::int as n from paid_before_list l where ${where}`
    const rows = await read(db, reader, sql`${where} order by l.id desc limit ${pageSize} offset ${offset}`)
    return { rows, total: n }
  }),
  keep,
  decide,
]
