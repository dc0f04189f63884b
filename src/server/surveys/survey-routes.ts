import { sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import { surveys, type SurveyDetail } from '#contract/surveys.ts'
import { highestProblems } from '#domain/surveys/highest-amount.ts'
import { changeAct } from '#domain/people/survey-access.ts'
import { changeRefusal } from '#domain/surveys/survey-life.ts'
import {
  amountMinorOf,
  changedSettings,
  newSurvey,
  settingsProblems,
  type SurveySettings,
} from '#domain/surveys/survey-settings.ts'
import { draftProblems, codeProblems, codeTaken } from '#domain/publishing/survey-rules.ts'
import { type Target, targetProblems } from '#domain/surveys/targets.ts'
import { changedTexts } from '#domain/surveys/survey-texts.ts'
import { refuse } from '../errors.ts'
import { on } from '../http/context.ts'
import { crudRoutes, inUseOrMissing } from '../records/crud.ts'
import type { RemoveRecords, RowScope } from '../records/record-set.ts'
import { loadContent, codesOf, endPosition } from './content-store.ts'
import { insertContent } from './insert-content.ts'
import { newContent, newSkips } from './new-content.ts'
import { getGeolocation } from './geolocation-store.ts'
import { contentUnchanged } from './publish.ts'
import { refuseProblems } from './refusals.ts'
import { actRefusals, heldTies, inScope, openSurvey, requireAct, scopeOf } from '../scope.ts'
import { newEncodedId, ownerOf, surveyStore } from './store.ts'
import { payRuleChanges } from '#domain/surveys/payment-sets.ts'
import { type FieldProblem, under } from '#domain/problems.ts'
import { jsonMoment } from '../db/json-moment.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { skipProblems } from '#domain/publishing/skip-checks.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { typesInVersions } from './version-store.ts'

/** Sections that come at once, with their questions, options and rules, behind those that a survey has. */
const addContent = on(surveys.addContent, async ({ db, params, body, actor, audit }) => {
  const survey = await surveyStore.lock(db, await openSurvey(db, actor, 'edit', params.surveyId))
  refuse(changeRefusal(survey.status))
  const ofSurvey = sql`survey_id = ${survey.id}`
  const taken = await codesOf(db, 'question', ofSurvey)
  const content = newContent(body.sections, taken)
  const skips = newSkips(body.skips ?? [], content)
  const ofCodes = await newCodeProblems(db, survey, content, taken)
  refuseProblems([...draftProblems(content), ...ofCodes, ...skipProblems({ ...content, skips })])
  const end = await endPosition(db, 'section', ofSurvey)
  const sections = content.sections.map((section, index) => ({ ...section, position: end + index }))
  const sectionIds = await insertContent(db, survey.id, { sections, skips })
  const questions = sections.flatMap((section) => section.questions.map(({ code }) => code))
  const after = { sectionIds, questions, skips: skips.length }
  audit({ action: 'surveys.addContent', subjectType: 'survey', subjectId: survey.id, after })
  return { sectionIds }
})

/** Codes that other questions of the survey have, or had with another type in a version. */
async function newCodeProblems(
  db: Db,
  { id, currentVersion }: { id: number; currentVersion: number | null },
  { sections }: SurveyContent,
  taken: readonly string[],
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = []
  for (const [place, { questions }] of sections.entries())
    for (const [index, { code, type }] of questions.entries()) {
      const found = codeProblems(type, currentVersion === null ? [] : await typesInVersions(db, id, code))
      if (codeTaken(code, taken)) found.push({ path: 'code', code: 'DUPLICATE' })
      problems.push(...under(`sections[${place}].questions[${index}]`, found))
    }
  return problems
}

/** The columns that depend on one another, from settings that were checked. */
function settingColumns(settings: SurveySettings, targets: readonly Target[] | undefined) {
  return {
    amountMinor: amountMinorOf(settings) ?? null,
    aggregationCount: settings.aggregationCount,
    targets: targets && JSON.stringify(targets),
  }
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

async function retentionOf(db: Db, surveyId: number): Promise<SurveyDetail['retention']> {
  const rows = await rowsOf<NonNullable<SurveyDetail['retention']>>(db)`
    select months, ${jsonMoment(sql`erasure_due(e)`)} as "dueAt" from erasure e
    where survey_id = ${surveyId} and months is not null and status = 'CONFIRMED'`
  return rows[0] ?? null
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
    retention: await retentionOf(db, survey.id),
    changedSincePublish: !(await contentUnchanged(db, survey, content)),
  }
})

const create = on(surveys.create, async ({ db, body, actor, audit, services }) => {
  const { amount: _amount, title, description, summary, sections = [], targets, ...fields } = body
  const settings = changedSettings(newSurvey, body)
  const content = newContent(sections)
  const tooHigh = highestProblems(settings, services.settings.highestAmounts)
  refuseProblems([
    ...settingsProblems(settings),
    ...tooHigh,
    ...targetProblems(targets ?? []),
    ...draftProblems(content),
  ])
  const texts = changedTexts(undefined, { title, description, summary })
  const columns = { ...fields, texts, ...settingColumns(settings, targets) }
  const { id } = await surveyStore.insert(db, { ...columns, encodedId: newEncodedId(), ownerId: actor.id })
  if (sections.length > 0) await insertContent(db, id, content)
  const after = await surveyStore.get(db, id)
  audit({ action: 'surveys.create', subjectType: 'survey', subjectId: after.id, after })
  return after
})

const update = on(surveys.update, async ({ db, params, body, actor, audit, services }) => {
  const { version, amount: _amount, title, description, summary, targets, ...fields } = body
  const before = await surveyStore.lock(db, await openSurvey(db, actor, 'edit', params.id), version)
  await requireAct(db, actor, changeAct(before, body), before.id)
  refuse(changeRefusal(before.status))
  const settings = changedSettings(before, body)
  const fixed = await payRuleProblems(db, before, settings)
  const tooHigh = highestProblems(settings, services.settings.highestAmounts)
  refuseProblems([...settingsProblems(settings), ...tooHigh, ...targetProblems(targets ?? []), ...fixed])
  const texts = changedTexts(before.texts, { title, description, summary })
  const after = await surveyStore.update(db, before.id, { ...fields, texts, ...settingColumns(settings, targets) })
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

const list = on(surveys.list, async ({ db, query, actor }) => {
  return surveyStore.listCounted(db, query, await surveysSeen(db, actor))
})

/** A blank name asks for the list as it begins (seed §5). */
const search = on(surveys.search, async ({ db, query: { name, ...place }, actor }) => {
  const q = name?.trim()
  const asked = q ? { ...place, q } : {}
  const { rows, total } = await surveyStore.list(db, asked, await surveysSeen(db, actor))
  const { page: current, pageSize } = pageOf(asked)
  return { rows, total, pagination: { current, pageSize, total } }
})

export const surveyRoutes = [list, get, create, addContent, update, remove, crud.removeMany, crud.export, search]

/** The changes of settings that would leave approved responses without their payment. The database refuses them too. */
async function payRuleProblems(
  db: Db,
  before: SurveySettings & { id: number },
  after: SurveySettings,
): Promise<FieldProblem[]> {
  const changes = payRuleChanges(before, after)
  if (changes.length === 0) return []
  // Waits for the approvals under way, which hold the survey by `lockPayees`.
  await sql`select from survey where id = ${before.id} for update`.execute(db)
  const { rows } = await sql`
    select from form where survey_id = ${before.id} and status = 'APPROVED' and not is_pilot limit 1`.execute(db)
  return rows.length === 0 ? [] : changes
}
