/** Erasure by two people: the report, the request and the decision. The worker erases (erase.ts). */
import { type RawBuilder, sql } from 'kysely'
import { erasures, type ErasureReport, type ErasureRow } from '#contract/erasures.ts'
import { pageOf } from '#contract/fields.ts'
import { decisionRefusal } from '#domain/money/funding.ts'
import { problem } from '#domain/problems.ts'
import { jsonMoment } from '../db/json-moment.ts'
import type { Db } from '../db/pool.ts'
import { allOf, found } from '../db/table-store.ts'
import { AppError, refuse } from '../errors.ts'
import { type Actor, on } from '../http/context.ts'
import { inScope, requireAct, scopeOf } from '../scope.ts'
import { type Erased, reportOf } from './report.ts'

const person = (id: string) =>
  sql`(select json_build_object('id', id, 'name', name) from person where id = e.${sql.ref(id)})`
const moment = (column: string) => jsonMoment(sql.ref(`e.${column}`))

async function read(db: Db, actor: Actor, where: RawBuilder<unknown>): Promise<ErasureRow[]> {
  const { rows } = await sql<Omit<ErasureRow, 'refusals'> & { sameHands: boolean }>`
    select e.id, (select json_build_object('id', id, 'title', title) from survey where id = e.survey_id) as survey,
      ${person('person_id')} as person, e.reason, e.report, e.status, ${person('asked_by')} as "askedBy",
      ${moment('asked_at')} as "askedAt", ${person('decided_by')} as "decidedBy", ${moment('decided_at')} as "decidedAt",
      ${moment('done_at')} as "doneAt", same_hands(e.asked_by, ${actor.id}) as "sameHands"
    from erasure e where ${where}`.execute(db)
  return rows.map(({ sameHands, ...row }) => {
    const facts = {
      status: row.status === 'ASKED' ? ('ASKED' as const) : ('CONFIRMED' as const),
      askedBy: sameHands ? actor.id : row.askedBy.id,
    }
    const refusalOf = (decision: 'CONFIRMED' | 'REFUSED') =>
      decisionRefusal(decision, facts, actor, 'users.delete') ?? null
    return { ...row, refusals: { confirm: refusalOf('CONFIRMED'), refuse: refusalOf('REFUSED') } }
  })
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
  const { n } = found(await sql<{ n: number }>`select count(*)::int as n from erasure e where ${where}`.execute(db))
  return { rows: await read(db, actor, sql`${where} order by e.id desc limit ${pageSize} offset ${offset}`), total: n }
})

/** Nothing may come into a survey any more. */
async function checkErased(db: Db, actor: Actor, { surveyId, personId }: Erased): Promise<void> {
  if (surveyId === null) {
    found(await sql`select from person where id = ${personId} and admin_type = 'PARTICIPANT'`.execute(db))
    return
  }
  await requireAct(db, actor, 'manage', surveyId)
  const { rows } = await sql`select from survey where id = ${surveyId} and status in ('CLOSED', 'ARCHIVED')`.execute(db)
  if (rows.length === 0) throw new AppError('ERASURE_SURVEY_OPEN')
}

type Chosen = { [Of in keyof Erased]?: Erased[Of] | undefined }

/** VALIDATION_FAILED unless it is one of the two. */
async function reportedOf(db: Db, actor: Actor, { surveyId = null, personId = null }: Chosen) {
  if ((surveyId === null) === (personId === null))
    throw new AppError('VALIDATION_FAILED', { errors: [problem('surveyId', 'REQUIRED')] })
  const of = { surveyId, personId }
  await checkErased(db, actor, of)
  return { of, report: await reportOf(db, of) }
}

const reported = on(erasures.report, async ({ db, query, actor }) => (await reportedOf(db, actor, query)).report)

const ask = on(erasures.ask, async ({ db, body: { reason, ...chosen }, actor, audit }) => {
  const { of, report } = await reportedOf(db, actor, chosen)
  refuseOpen(report)
  const { rows } = await sql<{ id: number }>`
    insert into erasure (survey_id, person_id, reason, report, asked_by)
    values (${of.surveyId}, ${of.personId}, ${reason}, ${JSON.stringify(report)}::jsonb, ${actor.id})
    on conflict do nothing returning id`.execute(db)
  const [made] = rows
  if (!made) throw new AppError('ERASURE_ASKED')
  audit({ action: 'erasures.ask', subjectType: 'erasure', subjectId: made.id, after: { ...of, ...report } })
  return found({ rows: await read(db, actor, sql`e.id = ${made.id}`) })
})

/** What is on its way cannot be told apart from its payee. */
function refuseOpen({ underWay: payments }: ErasureReport): void {
  if (payments > 0) throw new AppError('ERASURE_PAYMENTS_OPEN', { data: { payments } })
}

const decide = on(erasures.decide, async ({ db, params: { id }, body: { decision }, actor, audit }) => {
  const where = await seen(db, actor, sql`e.id = ${id}`)
  await sql`select from erasure where id = ${id} for no key update`.execute(db)
  const { refusals, survey, person: participant } = found({ rows: await read(db, actor, where) })
  const refusal = decision === 'CONFIRMED' ? refusals.confirm : refusals.refuse
  if (refusal) refuse(refusal as Parameters<typeof refuse>[0])
  const of = { surveyId: survey?.id ?? null, personId: participant?.id ?? null }
  if (decision === 'CONFIRMED') {
    await checkErased(db, actor, of)
    refuseOpen(await reportOf(db, of))
  }
  await sql`update erasure set status = ${decision}, decided_by = ${actor.id}, decided_at = now() where id = ${id}`.execute(
    db,
  )
  audit({ action: 'erasures.decide', subjectType: 'erasure', subjectId: id, after: { status: decision } })
  return found({ rows: await read(db, actor, where) })
})

export const erasureRoutes = [listed, reported, ask, decide]
