import { readAnswersAsked } from '#contract/answer-filter.ts'
import { pageOf } from '#contract/fields.ts'
import { forms, xlsxMime } from '#contract/response-files.ts'
import { responseList, responses } from '#contract/responses.ts'
import { AppError } from '../errors.ts'
import { on } from '../http/context.ts'
import { type ExportedList, exportRoute } from '../records/export-records.ts'
import { openSurvey } from '../scope.ts'
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
import { filterAsked } from './list/filter.ts'
import { flagRoutes } from './review/flag-routes.ts'
import { getIntakeSurvey } from './intake/intake-store.ts'
import { crossRoutes } from './insight/cross.ts'
import { insightRoutes } from './insight/insight.ts'
import { linkRoutes } from './intake/link-routes.ts'
import { listResponses, wholeResponses } from './list/list-store.ts'
import { removalRoutes } from './review/removal-routes.ts'
import { returnedRoutes } from './edit/returned.ts'
import { reviewRoutes } from './review/review-routes.ts'
import { phoneSight } from './list/row.ts'
import { writeTemplate } from './download/template.ts'
import { timelineRoute } from './review/timeline.ts'
import { uploadRoute } from './upload/upload.ts'

const list = on(responses.list, async ({ db, query, actor, services }) => {
  const { page: _page, pageSize: _pageSize, size: _size, sort, questions, ...words } = query
  const filter = await filterAsked(db, actor, words)
  const byAnswer = answerSorted(sort)
  await requireIndexed(db, filter, {
    answers: Object.keys(readAnswersAsked(words.answers)),
    sort: byAnswer ? [byAnswer.code] : [],
  })
  const page = await listResponses(
    { db, dataDir: services.settings.dataDir },
    { filter, sight: phoneSight(actor), sort, ...pageOf(query) },
  )
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
  ...crossRoutes,
  template,
  uploadRoute,
  problemsRoute,
  ...downloadRoutes,
]
