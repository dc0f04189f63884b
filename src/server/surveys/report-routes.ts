/** Reports of a survey. Who may edit the survey makes them; who may see its responses reads them. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { Report, reports } from '#contract/reports.ts'
import { mostReports } from '#domain/answers/report.ts'
import { byLanguage } from '#domain/surveys/survey.ts'
import type { Db } from '../db/pool.ts'
import { tableStore } from '../db/table-store.ts'
import { AppError } from '../errors.ts'
import { on } from '../http/context.ts'
import { openSurvey } from '../scope.ts'
import { refuseProblems } from './refusals.ts'
import { surveyStore } from './store.ts'

const fields = z.object({ surveyId: z.int(), title: Report.shape.title, parts: z.string() })
const store = tableStore('report', { row: Report, fields, sort: ['id'] }, { search: ['title'] })

const listOf = (db: Db, surveyId: number) => store.list(db, { pageSize: mostReports }, sql`survey_id = ${surveyId}`)

type Parts = NonNullable<Parameters<Parameters<typeof on<typeof reports.update>>[1]>[0]['body']['parts']>

function stored(parts: Parts): string {
  return JSON.stringify(parts.map((part) => (part.kind === 'text' ? { ...part, text: byLanguage(part.text) } : part)))
}

/** The report, locked; NOT_FOUND when the survey has none of this number. */
async function lockReport(db: Db, surveyId: number, { id, version }: { id: number; version?: number | undefined }) {
  const { rows } = await sql`select from report where id = ${id} and survey_id = ${surveyId}`.execute(db)
  if (rows.length === 0) throw new AppError('NOT_FOUND')
  return store.lock(db, id, version)
}

const list = on(reports.list, async ({ db, params, actor }) =>
  listOf(db, await openSurvey(db, actor, 'see', params.id)),
)

const create = on(reports.create, async ({ db, params, body, actor, audit }) => {
  const surveyId = await openSurvey(db, actor, 'edit', params.id)
  await surveyStore.lock(db, surveyId)
  if ((await listOf(db, surveyId)).total >= mostReports)
    refuseProblems([{ path: 'title', code: 'TOO_MANY', limit: mostReports }])
  const after = await store.insert(db, { surveyId, title: byLanguage(body.title), parts: stored(body.parts) })
  audit({ action: 'surveys.reportMade', subjectType: 'survey', subjectId: surveyId, after })
  return after
})

const update = on(reports.update, async ({ db, params, body, actor, audit }) => {
  const surveyId = await openSurvey(db, actor, 'edit', params.id)
  const before = await lockReport(db, surveyId, { id: params.reportId, version: body.version })
  const title = byLanguage(body.title, before.title)
  const after = await store.update(db, before.id, { title, parts: body.parts && stored(body.parts) })
  audit({ action: 'surveys.reportChanged', subjectType: 'survey', subjectId: surveyId, before, after })
  return after
})

const remove = on(reports.remove, async ({ db, params, actor, audit }) => {
  const surveyId = await openSurvey(db, actor, 'edit', params.id)
  const before = await lockReport(db, surveyId, { id: params.reportId })
  await store.remove(db, [before.id])
  audit({ action: 'surveys.reportDeleted', subjectType: 'survey', subjectId: surveyId, before })
  return before
})

export const reportRoutes = [list, create, update, remove]
