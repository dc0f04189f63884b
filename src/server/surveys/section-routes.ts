import { sql } from 'kysely'
import { sections } from '#contract/sections.ts'
import { on } from '../http/context.ts'
import { endPosition, lockContent, sectionStore, seenContent } from './content-store.ts'
import { refuseMove, unknownReference } from './refusals.ts'
import { removalRoutes } from './removal.ts'
import { findSurvey, partsSeen, requireAct } from './scope.ts'
import { surveyStore } from './store.ts'

const removal = removalRoutes(sections, sectionStore)

const list = on(sections.list, async ({ db, query, actor }) => sectionStore.list(db, query, await partsSeen(db, actor)))

const get = on(sections.get, ({ db, params, actor }) => seenContent(db, actor, sectionStore, params.id))

const create = on(sections.create, async ({ db, body, actor, audit }) => {
  const surveyId = await findSurvey(db, actor, body.surveyId)
  if (surveyId === undefined) throw unknownReference('surveyId')
  await requireAct(db, actor, 'edit', surveyId)
  await surveyStore.lock(db, surveyId)
  const position = body.position ?? (await endPosition(db, 'section', sql`survey_id = ${surveyId}`))
  const after = await sectionStore.insert(db, { ...body, surveyId, position })
  audit({ action: 'sections.create', subjectType: 'section', subjectId: after.id, after })
  return after
})

const update = on(sections.update, async ({ db, params, body, actor, audit }) => {
  const { version, surveyId, ...changes } = body
  const before = await lockContent(db, actor, sectionStore, { id: params.id, version })
  if (surveyId !== undefined) refuseMove('surveyId', before.surveyId, (await findSurvey(db, actor, surveyId)) ?? 0)
  const after = await sectionStore.update(db, before.id, changes)
  audit({ action: 'sections.update', subjectType: 'section', subjectId: before.id, before, after })
  return after
})

export const sectionRoutes = [list, get, create, update, removal.remove, removal.removeMany]
