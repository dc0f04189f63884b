import { sql } from 'kysely'
import { sections } from '#contract/sections.ts'
import { byLanguage } from '#domain/surveys/survey.ts'
import { changeRefusal } from '#domain/surveys/survey-life.ts'
import { refuse } from '../errors.ts'
import { on } from '../http/context.ts'
import { crudRoutes } from '../records/crud.ts'
import { endPosition, loadContent, loadQuestionsOf, lockContent, sectionStore, seenContent } from './content-store.ts'
import { checkExpressions, checkRepeat } from './expressions.ts'
import { reorder } from './order.ts'
import { refuseMove, unknownReference } from './refusals.ts'
import { removalRoute, removingContent } from './removal.ts'
import { findSurvey, openSurvey, partsSeen, requireAct } from '../scope.ts'
import { surveyStore } from './store.ts'

const crud = crudRoutes(sections, sectionStore, {
  scope: partsSeen,
  remove: removingContent(sections.path, sectionStore),
})
const remove = removalRoute(sections, sectionStore)

const get = on(sections.get, async ({ db, params, actor }) => {
  const section = await seenContent(db, actor, sectionStore, params.id)
  return { ...section, questions: await loadQuestionsOf(db, section) }
})

const create = on(sections.create, async ({ db, body, actor, audit }) => {
  const surveyId = await findSurvey(db, actor, body.surveyId)
  if (surveyId === undefined) throw unknownReference('surveyId')
  await requireAct(db, actor, 'edit', surveyId)
  refuse(changeRefusal((await surveyStore.lock(db, surveyId)).status))
  await checkExpressions(db, { surveyId }, body)
  const position = body.position ?? (await endPosition(db, 'section', sql`survey_id = ${surveyId}`))
  await checkRepeat(db, surveyId, { repeat: body.repeat, position })
  const after = await sectionStore.insert(db, { ...body, title: byLanguage(body.title), surveyId, position })
  audit({ action: 'sections.create', subjectType: 'section', subjectId: after.id, after })
  return after
})

const update = on(sections.update, async ({ db, params, body, actor, audit }) => {
  const { version, surveyId, title, ...changes } = body
  const before = await lockContent(db, actor, sectionStore, { id: params.id, version })
  if (surveyId !== undefined) refuseMove('surveyId', before.surveyId, (await findSurvey(db, actor, surveyId)) ?? 0)
  const { relevant, repeat, position = before.position } = changes
  if (relevant !== before.relevant)
    await checkExpressions(db, { surveyId: before.surveyId, sectionId: before.id }, { relevant })
  if (repeat?.countCode !== before.repeat?.countCode || repeat?.depth !== before.repeat?.depth)
    await checkRepeat(db, before.surveyId, { id: before.id, repeat, position })
  const after = await sectionStore.update(db, before.id, { ...changes, title: byLanguage(title, before.title) })
  audit({ action: 'sections.update', subjectType: 'section', subjectId: before.id, before, after })
  return after
})

const reorderSections = on(sections.reorder, async ({ db, params, body, actor, audit }) => {
  const surveyId = await openSurvey(db, actor, 'edit', params.surveyId)
  refuse(changeRefusal((await surveyStore.lock(db, surveyId)).status))
  const siblings = sql`survey_id = ${surveyId}`
  const { before, after } = await reorder(db, 'section', { siblings, body })
  audit({ action: 'sections.reorder', subjectType: 'survey', subjectId: surveyId, before, after })
  const { sections: rows } = await loadContent(db, surveyId)
  return { rows, total: rows.length }
})

export const sectionRoutes = [crud.list, get, create, update, remove, crud.removeMany, crud.export, reorderSections]
