/** The dashboard: each part for those who may read it, within the surveys that they see. */
import { sql } from 'kysely'
import { dashboard } from '#contract/dashboard.ts'
import type { Db } from '../db/pool.ts'
import { on } from '../http/context.ts'
import { viewerOf } from '../payments/row-parts.ts'
import { inScope, openSurvey, scopeOf, type SurveyScope } from '../scope.ts'
import { firstStepsOf, putMark } from './first-steps.ts'
import { paymentsPart } from './payments-part.ts'
import { responsesPart } from './responses-part.ts'
import { spanOf } from './span.ts'

async function countLive(db: Db, scope: SurveyScope): Promise<{ live: number }> {
  const { rows } = await sql<{ live: number }>`
    select count(*)::int as live from survey
    where status = 'PUBLISHED' and ${inScope(scope, sql`id`) ?? sql`true`}`.execute(db)
  return { live: rows[0]?.live ?? 0 }
}

export const dashboardRoutes = [
  on(dashboard.get, async ({ db, actor, query, services }) => {
    const span = spanOf(query, new Date().toISOString().slice(0, 10))
    const { surveyId } = query
    const scope = surveyId === undefined ? await scopeOf(db, actor) : [await openSurvey(db, actor, 'see', surveyId)]
    const may = (permission: string) => actor.permissions.has(permission)
    return {
      from: span.from,
      to: span.to,
      surveys: may('surveys.read') ? await countLive(db, scope) : null,
      responses: may('responses.read') ? await responsesPart(db, scope, span) : null,
      payments: may('payments.read') ? await paymentsPart(db, { ...(await viewerOf(db, actor)), scope }, span) : null,
      firstSteps: (await firstStepsOf(db, actor, services.settings)) ?? null,
    }
  }),
  on(dashboard.putMark, async ({ db, actor, params, audit }) => {
    await putMark(db, actor.id, params.mark)
    // Each look at the bell would fill the trail.
    if (params.mark !== 'bell')
      audit({ action: 'people.mark', subjectType: 'person', subjectId: actor.id, after: params })
    return params
  }),
]
