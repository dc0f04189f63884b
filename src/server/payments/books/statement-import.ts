/** A provider's statement from a file: read apart, laid beside the books line by line, and kept whole or not at all. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type StatementReport, statements } from '#contract/statements.ts'
import { groupsOf, judge, type Judged, oursOf, statementWords } from '#domain/money/reconcile.ts'
import {
  type CellProblem,
  guessMapping,
  missingColumns,
  type ReadLine,
  type StatementMapping,
  type StatementRead,
} from '#domain/money/statement-file.ts'
import { problem } from '#domain/problems.ts'
import { dayMs } from '#domain/text/calendar.ts'
import { type Db, rowOf, rowsOf } from '../../db/pool.ts'
import { found } from '../../db/table-store.ts'
import { AppError } from '../../errors.ts'
import { ProblemList, reportOf } from '../../excel/problem-list.ts'
import { on, type SpooledFile } from '../../http/context.ts'
import { insertFunding } from '../funding/funding-store.ts'
import type { SurveyScope } from '../../scope.ts'
import type { Services } from '../../services.ts'
import { type PaymentViewer, viewerOf } from '../row-parts.ts'
import { findMovements, type FloatOf, type OwnMovement } from './movements.ts'
import { keepTable, readApart, sampleOf } from './provider-file.ts'
import { asRows, findStatements, keptLines, type LineFacts, shownGroups } from './statement-lines.ts'

type JudgedLine = Judged<ReadLine, OwnMovement>

/** The most lines of one group in a report; the list of a kept statement has them all. */
const shownOfGroup = 50

async function openFloat(db: Db, id: number): Promise<FloatOf> {
  const rows = await rowsOf<FloatOf>(db)`select provider, currency from account where id = ${id} and kind = 'FLOAT'`
  return found({ rows })
}

const sample = on(statements.sample, async ({ db, query, file }) => {
  const float = await openFloat(db, query.accountId)
  const earlier = await rowsOf<{ mapping: StatementMapping }>(db)`
    select mapping from statement where provider = ${float.provider} order by id desc limit 1`
  return sampleOf(file, earlier[0]?.mapping, (rows) => guessMapping(rows, Number(query.offsetMinutes ?? 0)))
})

function factsOf(judged: JudgedLine): LineFacts {
  const { word, line, movement } = judged
  return {
    word,
    row: line?.row ?? null,
    at: new Date(line?.at ?? movement?.at ?? 0).toISOString(),
    ourRef: line?.ourRef ?? movement?.refs[0] ?? null,
    providerRef: line?.providerRef ?? movement?.providerRef ?? null,
    phone: line?.phone ?? null,
    description: line?.description ?? null,
    change: line?.change ?? 0,
    ours: oursOf(judged),
    paymentId: movement?.paymentId ?? null,
    fundingId: movement?.fundingId ?? null,
    isSeen: movement?.isSeen ?? true,
    isSettled: word === 'MATCHED',
  }
}

/** What tells each line from all others of its provider; equal lines of one file are told apart by their order. */
function identitiesOf({ provider, currency }: FloatOf, lines: readonly ReadLine[]): Map<ReadLine, string> {
  const seen = new Map<string, number>()
  const identityOf = ({ providerRef, ourRef, at, change, isFee, phone, description }: ReadLine) => {
    const told = providerRef === undefined ? [ourRef, at, phone, description] : [providerRef]
    const key = JSON.stringify([provider, currency, change, isFee, ...told])
    const nth = seen.get(key) ?? 0
    seen.set(key, nth + 1)
    return createHash('sha256').update(`${key} ${nth}`).digest('hex').slice(0, 32)
  }
  return new Map(lines.map((line) => [line, identityOf(line)]))
}

async function knownOf(db: Db, identities: Iterable<string>): Promise<Set<string>> {
  const rows = await rowsOf<{ identity: string }>(db)`
    select replace(identity::text, '-', '') as identity from statement_line where identity = any(${[...identities]}::uuid[])`
  return new Set(rows.map(({ identity }) => identity))
}

/** From when on a movement must be in one of the files: an earlier one that meets this one goes before it. */
async function coveredFrom(db: Db, { provider, currency }: FloatOf, first: number): Promise<number> {
  const rows = await rowsOf<{ at: string | null }>(db)`
    select min(first_at) as at from statement where provider = ${provider} and currency = ${currency}
      and last_at >= ${new Date(first - dayMs)}::timestamptz and first_at < ${new Date(first)}::timestamptz`
  return rows[0]?.at ? Date.parse(rows[0].at) : first
}

interface Kept {
  services: Services
  mapping: StatementMapping
  file: SpooledFile
  actorId: number
  rows: number
  first: number
  last: number
}

async function keep(
  db: Db,
  float: FloatOf,
  judged: readonly JudgedLine[],
  identities: ReadonlyMap<ReadLine, string>,
  kept: Kept,
) {
  const { services, file, actorId, first, last } = kept
  const { sha256, name } = file
  const fileId = await keepTable(db, services, file, actorId)
  const { provider, currency } = float
  const fees = groupsOf(judged).find(({ word }) => word === 'FEE')?.theirs ?? 0n
  const day = new Date(last).toISOString().slice(0, 10)
  const asked = { into: undefined, counter: 'FEES' as const, note: undefined, fileId, askedBy: actorId, day }
  const reference = `${name.slice(0, 150)} ${sha256.toString('hex').slice(0, 12)}`
  const from = { provider, currency, amountMinor: -fees }
  const fundingId = fees < 0n ? await insertFunding(db, { ...asked, from, reference }) : null
  const { id } = await rowOf<{ id: number }>(db)`
      insert into statement (provider, currency, file_id, sha256, mapping, first_at, last_at, rows, imported_by, funding_id)
      values (${provider}, ${currency}, ${fileId}, ${sha256}, ${JSON.stringify(kept.mapping)}, ${new Date(first)}, ${new Date(last)},
        ${kept.rows}, ${actorId}, ${fundingId}) returning id`
  for (let from = 0; from < judged.length; from += 5000) {
    const lines = judged.slice(from, from + 5000).map((one) => ({
      ...factsOf(one),
      identity: one.line ? identities.get(one.line) : null,
      oursAt: one.movement && one.word !== 'DOUBLE' && one.movement.change !== 0 ? new Date(one.movement.at) : null,
      attemptNo: one.movement?.attemptNo ?? null,
    }))
    await sql`
      insert into statement_line (statement_id, row, word, identity, at, our_ref, provider_ref, phone, description, change_minor,
        ours_minor, ours_at, payable_id, attempt_no, funding_id)
      select ${id}::bigint, row, word, identity, at, "ourRef", "providerRef", phone, description, change, ours, "oursAt", "paymentId",
        "attemptNo", "fundingId"
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (row int, word text, identity uuid, at timestamptz, "ourRef" text,
        "providerRef" text, phone text, description text, change bigint, ours bigint, "oursAt" timestamptz, "paymentId" bigint,
        "attemptNo" int, "fundingId" bigint)`.execute(db)
  }
  return id
}

interface Laid {
  first: number
  last: number
  identities: ReadonlyMap<ReadLine, string>
  /** Without the lines that an earlier file had. */
  judged: JudgedLine[]
}

/** Refuses lines of closed days, all at once. */
async function layBeside(
  db: Db,
  float: FloatOf,
  { lines, mapping, scope }: { lines: ReadLine[]; mapping: StatementMapping; scope: SurveyScope },
): Promise<Laid> {
  const first = lines.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
  const last = lines.reduce((most, { at, hasTime }) => Math.max(most, hasTime ? at : at + dayMs - 1), 0)
  const identities = identitiesOf(float, lines)
  const known = await knownOf(db, identities.values())
  const fresh = lines.filter((line) => !known.has(identities.get(line) ?? ''))
  const rows = await rowsOf<{ until: string | null }>(db)`
    select (max(day) + 1)::timestamp at time zone 'UTC' as until from closed_day
    where provider = ${float.provider} and currency = ${float.currency}`
  const open = rows[0]?.until ? Date.parse(rows[0].until) : 0
  const late = fresh
    .filter(({ at }) => at < open)
    .map(({ row }) => ({ row, column: 0, heading: mapping.columns.day ?? '', code: 'DAY_CLOSED' as const }))
  refuseRows(lines.length, late)
  const movements = await findMovements(db, { float, lines: fresh, first, last, scope })
  const judged = judge(fresh, movements, { first: await coveredFrom(db, float, first), last })
  return { first, last, identities, judged }
}

function refuseRows(count: number, found: readonly CellProblem[]): void {
  const problems = new ProblemList()
  for (const { row, column, heading, code } of found) problems.add({ row, column, code: heading }, { code })
  const data = reportOf({ count, problems: [], problemCount: 0 }, problems)
  if (found.length > 0) throw new AppError('WORKBOOK_ROWS_INVALID', { data })
}

/** What the same bytes did before. */
async function earlierReport(db: Db, float: FloatOf, { file, reader }: { file: SpooledFile; reader: PaymentViewer }) {
  const { provider, currency } = float
  const [earlier] = await findStatements(
    db,
    sql`s.sha256 = ${file.sha256} and s.provider = ${provider} and s.currency = ${currency}`,
  )
  if (!earlier) return undefined
  const { id, rows, known, groups, firstAt, lastAt } = earlier
  const lines = await keptLines(db, sql`l.statement_id = ${id}`, { pageSize: shownOfGroup, offset: 0 }, reader)
  return { id, rows, known, groups, firstAt, lastAt, lines: await asRows(db, float, { lines, reader }), repeated: true }
}

const imported = { action: 'payments.importStatement', subjectType: 'statement' }

const take = on(statements.take, async ({ db, body, file, services, write, audit }) => {
  const { accountId, mapping, dryRun } = body
  const missing = missingColumns(mapping)
  const errors = missing.map((name) => problem(`mapping.columns.${name}`, 'REQUIRED'))
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors })
  const float = await openFloat(db, accountId)
  const { currency, provider } = float
  const { lines, others, skipped, failed, problems } = await readApart<StatementRead>(file, {
    read: { mapping, currency, now: Date.now() },
  })
  if (!file) throw new AppError('FILE_MISSING')
  refuseRows(lines.length, problems)
  if (lines.length === 0) throw new AppError('WORKBOOK_EMPTY')
  return write(async (db, actor): Promise<StatementReport> => {
    // Two files of one float come one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`statement ${provider} ${currency}`}, 0))`.execute(db)
    const reader = await viewerOf(db, actor)
    const earlier = await earlierReport(db, float, { file, reader })
    if (earlier) {
      audit({ ...imported, subjectId: earlier.id, after: { repeated: true } })
      return { ...earlier, others, skipped, failed }
    }
    const { judged, identities, first, last } = await layBeside(db, float, { lines, mapping, scope: reader.scope })
    const groups = groupsOf(judged)
    const rows = lines.length
    let id: number | null = null
    if (!dryRun) {
      const kept = { services, mapping, file, actorId: actor.id, rows, first, last }
      id = await keep(db, float, judged, identities, kept)
    }
    const known = rows - judged.filter(({ line }) => line).length
    const words = Object.fromEntries(groups.map(({ word, count }) => [word, count]))
    audit({
      ...imported,
      ...(id !== null && { subjectId: id }),
      after: { name: file.name, dryRun, rows, known, ...words },
    })
    const byWord = Map.groupBy(judged, ({ word }) => word)
    const shown = statementWords.flatMap((word) => (byWord.get(word) ?? []).slice(0, shownOfGroup).map(factsOf))
    return {
      id,
      rows,
      known,
      others,
      skipped,
      failed,
      groups: shownGroups(groups, currency),
      firstAt: new Date(first).toISOString(),
      lastAt: new Date(last).toISOString(),
      lines: await asRows(db, float, { lines: shown, reader }),
      repeated: false,
    }
  })
})

export const statementImportRoutes = [sample, take]
