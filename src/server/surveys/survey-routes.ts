import { surveys } from '#contract/surveys.ts'
import {
  amountMinorOf,
  changedSettings,
  newSurvey,
  openSettingsProblems,
  settingsProblems,
  type SurveySettings,
} from '#domain/survey-settings.ts'
import { on } from '../http/context.ts'
import { crudRoutes, inUseOrMissing } from '../http/crud.ts'
import { loadSections } from './content-store.ts'
import { contentUnchanged, publishSurvey } from './publish.ts'
import { refuseProblems } from './refusals.ts'
import { newEncodedId, resolveSurvey, surveyStore } from './store.ts'

const crud = crudRoutes(surveys, surveyStore)

/** The columns that depend on one another, from settings that were checked. */
function settingColumns(settings: SurveySettings) {
  return { amountMinor: amountMinorOf(settings) ?? null, aggregationCount: settings.aggregationCount }
}

const get = on(surveys.get, async ({ db, params }) => {
  const survey = await surveyStore.get(db, await resolveSurvey(db, params.id))
  const sections = await loadSections(db, survey.id)
  return { ...survey, sections, changedSincePublish: !(await contentUnchanged(db, survey, sections)) }
})

const create = on(surveys.create, async ({ db, body, actor, audit }) => {
  const { amount: _amount, ...fields } = body
  const settings = changedSettings(newSurvey, body)
  refuseProblems(settingsProblems(settings))
  const columns = { ...fields, ...settingColumns(settings) }
  const after = await surveyStore.insert(db, { ...columns, encodedId: newEncodedId(), ownerId: actor.id })
  audit({ action: 'surveys.create', subjectType: 'survey', subjectId: after.id, after })
  return after
})

const update = on(surveys.update, async ({ db, params, body, audit }) => {
  const { version, amount: _amount, ...fields } = body
  const before = await surveyStore.lock(db, await resolveSurvey(db, params.id), version)
  const settings = changedSettings(before, body)
  const open = before.status === 'DRAFT' ? [] : openSettingsProblems(settings)
  refuseProblems([...settingsProblems(settings), ...open])
  const after = await surveyStore.update(db, before.id, { ...fields, ...settingColumns(settings) })
  audit({ action: 'surveys.update', subjectType: 'survey', subjectId: before.id, before, after })
  return after
})

const remove = on(surveys.remove, async ({ db, params, audit }) => {
  const id = await resolveSurvey(db, params.id)
  const { removed, uses } = await surveyStore.remove(db, [id])
  const [before] = removed
  if (!before) throw inUseOrMissing(uses.get(id))
  audit({ action: 'surveys.delete', subjectType: 'survey', subjectId: id, before })
  return before
})

const publish = on(surveys.publish, async ({ db, params, actor, audit }) => {
  const id = await resolveSurvey(db, params.surveyId)
  const { before, survey, version } = await publishSurvey(db, id, actor.id)
  audit({
    action: 'surveys.publish',
    subjectType: 'survey',
    subjectId: id,
    before,
    after: { ...survey, published: version },
  })
  return { survey, version }
})

export const surveyRoutes = [crud.list, get, create, update, remove, crud.removeMany, publish]
