/** Erasure and retention by two people: the report, the request and the decision. The worker erases (erase.ts). */
import { type RawBuilder, sql } from 'kysely'
import { erasures, type ErasureReport, type ErasureRow } from '#contract/erasures.ts'
import { pageOf } from '#contract/fields.ts'
import { decisionRefusal } from '#domain/money/funding.ts'
import { problem } from '#domain/problems.ts'
import { jsonMoment } from '../db/json-moment.ts'
import { type Db, rowOf, rowsOf } from '../db/pool.ts'
import { allOf, found } from '../db/table-store.ts'
import { AppError, refuse } from '../errors.ts'
import { type Actor, on } from '../http/context.ts'
import { inScope, requireAct, scopeOf } from '../scope.ts'
import { type Erased, reportOf } from './report.ts'

const person = (id: string) =>
  sql`(select json_build_object('id', id, 'name', name) from person where id = e.${sql.ref(id)})`
const moment = (column: string) => jsonMoment(sql.ref(`e.${column}`))

async function read(db: Db, actor: Actor, where: RawBuilder<unknown>): Promise<ErasureRow[]> {
  const rows = await rowsOf<Omit<ErasureRow, 'refusals'> & { sameHands: boolean }>(db)`
    select e.id, (select json_build_object('id', id, 'title', title) from survey where id = e.survey_id) as survey,
      ${person('person_id')} as person, e.months, ${jsonMoment(sql`erasure_due(e)`)} as "dueAt", e.reason, e.report, e.status, ${person('asked_by')} as "askedBy",
      ${moment('asked_at')} as "askedAt", ${person('decided_by')} as "decidedBy", ${moment('decided_at')} as "decidedAt",
      ${moment('done_at')} as "doneAt", same_hands(e.asked_by, ${actor.id}) as "sameHands"
    from erasure e where ${where}`
  return rows.map(({ sameHands, ...row }) => {
    const askedBy = sameHands ? actor.id : row.askedBy.id
    const refusalOf = (decision: 'CONFIRMED' | 'REFUSED', isOpen = row.status === 'ASKED') =>
      decisionRefusal(decision, { status: isOpen ? 'ASKED' : 'CONFIRMED', askedBy }, actor, 'users.delete') ?? null
    const mayEnd = row.status === 'ASKED' || isInForce(row)
    return { ...row, refusals: { confirm: refusalOf('CONFIRMED'), refuse: refusalOf('REFUSED', mayEnd) } }
  })
}

/** One person alone ends a retention, as nothing is lost by that. */
function isInForce({ status, months }: Pick<ErasureRow, 'status' | 'months'>): boolean {
  return status === 'CONFIRMED' && months !== null
}

async function seen(db: Db, actor: Actor, more?: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  const within = inScope(await scopeOf(db, actor, 'manage'), sql`e.survey_id`)
  return allOf([within && sql`(e.survey_id is null or ${within})`, more]) ?? sql`true`
}

const listed = on(erasures.list, async ({ db, query, actor }) => {
  const { pageSize, offset } = pageOf(query)
  const where = await seen(
    db,
    actor,
    allOf([
      query.surveyId === undefined ? undefined : sql`e.survey_id = ${query.surveyId}`,
      query.personId === undefined ? undefined : sql`e.person_id = ${query.personId}`,
      query.status === undefined ? undefined : sql`e.status = ${query.status}`,
    ]),
  )
  const { n } = await rowOf<{ n: number }>(db)`select count(*)::int as n from erasure e where ${where}`
  return {
    rows: await read(
      db,
      actor,
      sql`${where} order by e.status not in ('ASKED', 'CONFIRMED'), e.id desc limit ${pageSize} offset ${offset}`,
    ),
    total: n,
  }
})

interface Requested extends Erased {
  months: number | null
}

/** The report of it, for who manages the survey. A retention may be set at any time. */
async function reportedOf(db: Db, actor: Actor, of: Erased): Promise<ErasureReport> {
  if (of.surveyId !== null) await requireAct(db, actor, 'manage', of.surveyId)
  else found(await sql`select from person where id = ${of.personId} and admin_type = 'PARTICIPANT'`.execute(db))
  return reportOf(db, of)
}

/** Nothing may come into the survey any more, and what is on its way cannot be told apart from its payee. */
async function refuseOpen(db: Db, { surveyId, months }: Requested, { underWay }: ErasureReport): Promise<void> {
  if (months !== null) return
  const { rows } = await sql`select from survey where id = ${surveyId} and closed_at is null`.execute(db)
  if (rows.length > 0) throw new AppError('ERASURE_SURVEY_OPEN')
  if (underWay > 0) throw new AppError('ERASURE_PAYMENTS_OPEN', { data: { payments: underWay } })
}

type Chosen = { [Of in keyof Requested]?: Requested[Of] | undefined }

/** VALIDATION_FAILED unless it is one of the two, a survey where it has months. */
function requestOf({ surveyId = null, personId = null, months = null }: Chosen): Requested {
  if ((surveyId === null) === (personId === null) || (months !== null && surveyId === null))
    throw new AppError('VALIDATION_FAILED', { errors: [problem('surveyId', 'REQUIRED')] })
  return { surveyId, personId, months }
}

const reported = on(erasures.report, ({ db, query, actor }) => reportedOf(db, actor, requestOf(query)))

const ask = on(erasures.ask, async ({ db, body: { reason, ...chosen }, actor, audit }) => {
  const of = requestOf(chosen)
  const report = await reportedOf(db, actor, of)
  await refuseOpen(db, of, report)
  const rows = await rowsOf<{ id: number }>(db)`
    insert into erasure (survey_id, person_id, months, reason, report, asked_by)
    values (${of.surveyId}, ${of.personId}, ${of.months}, ${reason}, ${JSON.stringify(report)}::jsonb, ${actor.id})
    on conflict do nothing returning id`
  const [made] = rows
  if (!made) throw new AppError('ERASURE_ASKED')
  audit({ action: 'erasures.ask', subjectType: 'erasure', subjectId: made.id, after: { ...of, ...report } })
  return found({ rows: await read(db, actor, sql`e.id = ${made.id}`) })
})

const decide = on(erasures.decide, async ({ db, params: { id }, body: { decision }, actor, audit }) => {
  const where = await seen(db, actor, sql`e.id = ${id}`)
  await sql`select from erasure where id = ${id} for no key update`.execute(db)
  const row = found({ rows: await read(db, actor, where) })
  const refusal = decision === 'CONFIRMED' ? row.refusals.confirm : row.refusals.refuse
  if (refusal) refuse(refusal as Parameters<typeof refuse>[0])
  if (decision === 'CONFIRMED') {
    const of = { surveyId: row.survey?.id ?? null, personId: row.person?.id ?? null, months: row.months }
    await refuseOpen(db, of, await reportedOf(db, actor, of))
    // It takes the place of the retention before it.
    await sql`update erasure set status = 'ENDED' where survey_id = ${of.surveyId} and ${of.months}::int is not null
      and months is not null and status = 'CONFIRMED'`.execute(db)
  }
  const status = isInForce(row) ? 'ENDED' : decision
  await sql`
    update erasure set status = ${status}, decided_by = ${isInForce(row) ? row.decidedBy?.id : actor.id},
      decided_at = coalesce(decided_at, now()) where id = ${id}`.execute(db)
  audit({ action: 'erasures.decide', subjectType: 'erasure', subjectId: id, after: { status, months: row.months } })
  return found({ rows: await read(db, actor, where) })
})

export const erasureRoutes = [listed, reported, ask, decide]
