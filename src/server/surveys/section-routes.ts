import { sql } from 'kysely'
import { sections } from '#contract/sections.ts'
import { on } from '../http/context.ts'
import { crudRoutes } from '../http/crud.ts'
import { endPosition, lockContent, sectionStore } from './content-store.ts'
import { refuseMove, unknownReference } from './refusals.ts'
import { removalRoutes } from './removal.ts'
import { findSurvey, surveyStore } from './store.ts'

const crud = crudRoutes(sections, sectionStore)
const removal = removalRoutes(sections, sectionStore)

const create = on(sections.create, async ({ db, body, audit }) => {
  const surveyId = await findSurvey(db, body.surveyId)
  if (surveyId === undefined) throw unknownReference('surveyId')
  await surveyStore.lock(db, surveyId)
  const position = body.position ?? (await endPosition(db, 'section', sql`survey_id = ${surveyId}`))
  const after = await sectionStore.insert(db, { ...body, surveyId, position })
  audit({ action: 'sections.create', subjectType: 'section', subjectId: after.id, after })
  return after
})

const update = on(sections.update, async ({ db, params, body, audit }) => {
  const { version, surveyId, ...changes } = body
  const before = await lockContent(db, sectionStore, params.id, version)
  if (surveyId !== undefined) refuseMove('surveyId', before.surveyId, (await findSurvey(db, surveyId)) ?? 0)
  const after = await sectionStore.update(db, before.id, changes)
  audit({ action: 'sections.update', subjectType: 'section', subjectId: before.id, before, after })
  return after
})

export const sectionRoutes = [crud.list, crud.get, create, update, removal.remove, removal.removeMany]
