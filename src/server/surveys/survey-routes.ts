import { sql } from 'kysely'
import { surveys } from '#contract/surveys.ts'
import { highestProblems } from '#domain/highest-amount.ts'
import { changeAct } from '#domain/survey-access.ts'
import {
  amountMinorOf,
  changedSettings,
  newSurvey,
  settingsProblems,
  type SurveySettings,
} from '#domain/survey-settings.ts'
import { on } from '../http/context.ts'
import { payRuleProblems } from './pay-rule.ts'
import { crudRoutes, inUseOrMissing } from '../records/crud.ts'
import type { RemoveRecords, RowScope } from '../records/record-set.ts'
import { loadContent } from './content-store.ts'
import { getGeolocation } from './geolocation-store.ts'
import { contentUnchanged, publishSurvey } from './publish.ts'
import { refuseProblems } from './refusals.ts'
import { actRefusals, heldTies, inScope, openSurvey, requireAct, scopeOf } from '../scope.ts'
import { newEncodedId, ownerOf, surveyStore } from './store.ts'

/** The columns that depend on one another, from settings that were checked. */
function settingColumns(settings: SurveySettings) {
  return { amountMinor: amountMinorOf(settings) ?? null, aggregationCount: settings.aggregationCount }
}

const surveysSeen: RowScope = async (db, actor) => inScope(await scopeOf(db, actor), sql`id`)

/** Surveys in use are refused by name, the others are deleted. */
const removeSurveys: RemoveRecords = async ({ db, actor, audit }, ids) => {
  const refused = await actRefusals(db, actor, 'manage', ids)
  const { removed, uses } = await surveyStore.remove(
    db,
    ids.filter((id) => !refused.has(id)),
  )
  for (const before of removed) audit({ action: 'surveys.delete', subjectType: 'survey', subjectId: before.id, before })
  for (const id of uses.keys()) refused.set(id, 'IN_USE')
  return { refused, uses }
}

const crud = crudRoutes(surveys, surveyStore, { scope: surveysSeen, remove: removeSurveys })

const get = on(surveys.get, async ({ db, params, actor }) => {
  const survey = await surveyStore.get(db, await openSurvey(db, actor, 'see', params.id))
  const content = await loadContent(db, survey.id)
  const ties = await heldTies(db, actor, survey.id)
  return {
    ...survey,
    owner: await ownerOf(db, survey.id),
    ties: [...new Set(ties.map(({ tie }) => tie))],
    ...content,
    geolocation: await getGeolocation(db, survey.id),
    changedSincePublish: !(await contentUnchanged(db, survey, content)),
  }
})

const create = on(surveys.create, async ({ db, body, actor, audit, services }) => {
  const { amount: _amount, ...fields } = body
  const settings = changedSettings(newSurvey, body)
  refuseProblems([...settingsProblems(settings), ...highestProblems(settings, services.settings.highestAmounts)])
  const columns = { ...fields, ...settingColumns(settings) }
  const after = await surveyStore.insert(db, { ...columns, encodedId: newEncodedId(), ownerId: actor.id })
  audit({ action: 'surveys.create', subjectType: 'survey', subjectId: after.id, after })
  return after
})

const update = on(surveys.update, async ({ db, params, body, actor, audit, services }) => {
  const { version, amount: _amount, ...fields } = body
  const before = await surveyStore.lock(db, await openSurvey(db, actor, 'edit', params.id), version)
  await requireAct(db, actor, changeAct(before, body), before.id)
  const settings = changedSettings(before, body)
  const fixed = await payRuleProblems(db, before, settings)
  const tooHigh = highestProblems(settings, services.settings.highestAmounts)
  refuseProblems([...settingsProblems(settings), ...tooHigh, ...fixed])
  const after = await surveyStore.update(db, before.id, { ...fields, ...settingColumns(settings) })
  audit({ action: 'surveys.update', subjectType: 'survey', subjectId: before.id, before, after })
  return after
})

const remove = on(surveys.remove, async ({ db, params, actor, audit }) => {
  const id = await openSurvey(db, actor, 'manage', params.id)
  const { removed, uses } = await surveyStore.remove(db, [id])
  const [before] = removed
  if (!before) throw inUseOrMissing(uses.get(id))
  audit({ action: 'surveys.delete', subjectType: 'survey', subjectId: id, before })
  return before
})

const publish = on(surveys.publish, async ({ db, params, actor, audit, services }) => {
  const id = await openSurvey(db, actor, 'manage', params.surveyId)
  const { before, survey, version } = await publishSurvey(db, id, {
    publishedBy: actor.id,
    highest: services.settings.highestAmounts,
  })
  audit({
    action: 'surveys.publish',
    subjectType: 'survey',
    subjectId: id,
    before,
    after: { ...survey, published: version },
  })
  return { survey, version }
})

export const surveyRoutes = [crud.list, get, create, update, remove, crud.removeMany, crud.export, publish]
