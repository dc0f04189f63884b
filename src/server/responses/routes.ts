import { readAnswersAsked } from '#contract/answer-filter.ts'
import { pageOf } from '#contract/fields.ts'
import { forms, xlsxMime } from '#contract/response-files.ts'
import { responseList, type ResponseRow, responses } from '#contract/responses.ts'
import { AppError, refuse } from '../errors.ts'
import { type Actor, on } from '../http/context.ts'
import { type ExportedList, exportRoute } from '../records/export-records.ts'
import { inScope, openSurvey, requireAct, scopeOf } from '../scope.ts'
import { loadVersion } from '../surveys/version-store.ts'
import { problemsRoute } from './upload/problem-workbook.ts'
import { answerColumnsRoute, requireIndexed, withCells } from './list/answer-cells.ts'
import { answerSorted } from './list/answer-order.ts'
import { responseDetail } from './review/detail.ts'
import { downloadRoutes } from './download/download.ts'
import { draftRoutes } from './intake/drafts.ts'
import { editRoutes } from './edit/edit-routes.ts'
import { entryRoutes } from './intake/entry.ts'
import { fileTitle } from './download/file-title.ts'
import { apartFromPilots, filterAsked, type ResponseWords } from './list/filter.ts'
import { getIntakeSurvey } from './intake/intake-store.ts'
import { insightRoutes } from './list/insight.ts'
import { linkRoutes } from './intake/link-routes.ts'
import { listResponses, wholeResponses } from './list/list-store.ts'
import { returnedRoutes } from './edit/returned.ts'
import { reviewRoutes } from './review/review-routes.ts'
import { formsOf, getResponse, type PersonalSight, personalSight, phoneSight, type PhoneSight } from './list/row.ts'
import { writeTemplate } from './download/template.ts'
import { timelineRoute } from './review/timeline.ts'
import { uploadRoute } from './upload/upload.ts'
import { sql } from 'kysely'
import { responseFlags, type SurveyFlags } from '#contract/response-flags.ts'
import type { QualityFlag } from '#domain/answers/quality-flags.ts'
import { changeRefusal } from '#domain/surveys/survey-life.ts'
import type { Db } from '../db/pool.ts'
import { surveyStore } from '../surveys/store.ts'
import { countFlags, type Dismissal, moveFlag } from './flags/flag-store.ts'
import { rulesOf } from './flags/flags.ts'
import { lockForms } from './review/review-store.ts'
import { responseRemoval } from '#contract/response-removal.ts'
import { formName } from '#domain/answers/form-name.ts'
import type { RecordRoute, RecordSet } from '../records/record-set.ts'
import { removeMany } from '../records/remove-many.ts'
import { found } from '../db/table-store.ts'
import { formsFound } from './list/forms-found.ts'
import { removeResponses } from './review/removal.ts'

const remove = on(responseRemoval.remove, async ({ db, params, actor, audit }): Promise<ResponseRow> => {
  const row = await getResponse(db, params.id, { scope: await scopeOf(db, actor), sight: phoneSight(actor) })
  const { refused } = await removeResponses({ db, actor, audit }, [params.id])
  const code = refused.get(params.id)
  if (code) throw new AppError(code)
  return row
})

/** What the list finds, in the words of its query; people who see phones find responses by parts of them. */
function recordsFor(sight: PhoneSight, personal: PersonalSight): RecordSet {
  const matching = (words: ResponseWords, seen = sql`true`) =>
    sql`from ${formsFound({ scope: 'ALL', words: apartFromPilots(words), personal }, sight)} where ${seen}`
  return {
    resource: {
      path: responseList.path,
      row: responseList.file,
      read: 'responses.read',
      remove: responseRemoval.remove,
      removeMany: responseRemoval.removeMany,
      export: responses.export,
    },
    store: {
      table: 'form',
      count: async (db, query, seen) =>
        found(await sql<{ n: number }>`select count(*) as n ${matching(query, seen)}`.execute(db)).n,
      idsOf: (query, seen) => sql<{ id: number }>`select form.id ${matching(query, seen)}`,
    },
    named: { by: 'client_uuid', as: formName },
    scope: async (db, actor) => inScope(await scopeOf(db, actor), sql`form.survey_id`),
    remove: removeResponses,
  }
}

const removeSeveral: RecordRoute = {
  ...on(responseRemoval.removeMany, (context) =>
    removeMany(context, recordsFor(phoneSight(context.actor), personalSight(context.actor))),
  ),
  records: recordsFor('MASKED', 'HIDDEN'),
}

const removalRoutes = [remove, removeSeveral]

interface Move {
  id: number
  flag: QualityFlag
  dismissal?: Dismissal
}

/** NOT_FOUND when the flag was never raised, ALREADY_DONE when another reviewer was faster. */
async function move(db: Db, actor: Actor, { id, flag, dismissal }: Move): Promise<void> {
  const [form] = await lockForms(db, formsOf([id], await scopeOf(db, actor)), 1)
  if (!form) throw new AppError('NOT_FOUND')
  await requireAct(db, actor, 'review', form.surveyId)
  const moved = await moveFlag(db, form, flag, dismissal)
  if (!moved) throw new AppError(moved === undefined ? 'NOT_FOUND' : 'ALREADY_DONE')
}

const dismiss = on(responseFlags.dismiss, async ({ db, params: { id }, body: { flag, note }, actor, audit }) => {
  await move(db, actor, { id, flag, dismissal: { note, by: actor.id } })
  audit({ action: 'responses.dismissFlag', subjectType: 'form', subjectId: id, after: { flag, note } })
  return responseDetail(db, actor, id)
})

const restore = on(responseFlags.restore, async ({ db, params: { id }, body: { flag }, actor, audit }) => {
  await move(db, actor, { id, flag })
  audit({ action: 'responses.restoreFlag', subjectType: 'form', subjectId: id, after: { flag } })
  return responseDetail(db, actor, id)
})

async function surveyFlags(db: Db, surveyId: number): Promise<SurveyFlags> {
  return { counts: await countFlags(db, surveyId), rules: await rulesOf(db, surveyId) }
}

const ofSurvey = on(responseFlags.ofSurvey, async ({ db, params, actor }) =>
  surveyFlags(db, await openSurvey(db, actor, 'see', params.surveyId)),
)

const setRules = on(responseFlags.setRules, async ({ db, params, body, actor, audit }) => {
  const surveyId = await openSurvey(db, actor, 'edit', params.surveyId)
  refuse(changeRefusal((await surveyStore.lock(db, surveyId)).status))
  const before = { ...(await rulesOf(db, surveyId)) }
  const { alikePercent, secondsPerAnswer, mostPeople } = body
  await sql`
    insert into survey_quality (survey_id, alike_percent, seconds_per_answer, most_people)
    values (${surveyId}, ${alikePercent}, ${secondsPerAnswer}, ${mostPeople})
    on conflict (survey_id) do update set alike_percent = excluded.alike_percent,
      seconds_per_answer = excluded.seconds_per_answer, most_people = excluded.most_people, updated_at = now()`.execute(
    db,
  )
  audit({ action: 'surveys.flagRules', subjectType: 'survey', subjectId: surveyId, before, after: { ...body } })
  return surveyFlags(db, surveyId)
})

const flagRoutes = [dismiss, restore, ofSurvey, setRules]

const list = on(responses.list, async ({ db, query, actor }) => {
  const { page: _page, pageSize: _pageSize, size: _size, sort, questions, ...words } = query
  const filter = await filterAsked(db, actor, words)
  const byAnswer = answerSorted(sort)
  await requireIndexed(db, filter, {
    answers: Object.keys(readAnswersAsked(words.answers)),
    sort: byAnswer ? [byAnswer.code] : [],
  })
  const page = await listResponses(db, { filter, sight: phoneSight(actor), sort, ...pageOf(query) })
  return questions === undefined ? page : { ...page, rows: await withCells(db, page.rows, { filter, questions }) }
})

const exported: ExportedList = {
  path: responseList.path,
  table: 'form',
  row: responseList.file,
  export: responses.export,
  personal: ['q'],
  belongsTo: 'SURVEYS',
  async whole({ db, actor }, { sort, ...words }, use) {
    const filter = await filterAsked(db, actor, words)
    return wholeResponses(db, { filter, sight: phoneSight(actor), sort }, use)
  },
}

const get = on(responses.get, ({ db, params, actor }) => responseDetail(db, actor, params.id))

const template = on(forms.template, async ({ db, params, query, actor }) => {
  const survey = await getIntakeSurvey(db, await openSurvey(db, actor, 'enter', params.surveyId))
  if (survey.currentVersion === null) throw new AppError('SURVEY_NOT_OPEN')
  const { number, content } = await loadVersion(db, survey.id, survey.currentVersion)
  const bytes = await writeTemplate({ ...survey, version: number, content }, query.lang ?? 'en')
  return {
    name: `${fileTitle(survey.title)} v${number}.xlsx`,
    mime: xlsxMime,
    disposition: 'attachment' as const,
    bytes,
  }
})

export const responseRoutes = [
  list,
  exportRoute(exported),
  answerColumnsRoute,
  get,
  timelineRoute,
  ...entryRoutes,
  ...draftRoutes,
  ...linkRoutes,
  ...returnedRoutes,
  ...reviewRoutes,
  ...editRoutes,
  ...removalRoutes,
  ...flagRoutes,
  ...insightRoutes,
  template,
  uploadRoute,
  problemsRoute,
  ...downloadRoutes,
]
