import { pageOf } from '#contract/fields.ts'
import { forms, xlsxMime } from '#contract/response-files.ts'
import { responseList, responses } from '#contract/responses.ts'
import { AppError } from '../errors.ts'
import { on } from '../http/context.ts'
import { type ExportedList, exportRoute } from '../records/export-records.ts'
import { openSurvey, scopeAsked } from '../scope.ts'
import { loadVersion } from '../surveys/version-store.ts'
import { responseDetail } from './detail.ts'
import { downloadRoutes } from './download.ts'
import { editRoutes } from './edit-routes.ts'
import { entryRoutes } from './entry.ts'
import { fileTitle } from './file-title.ts'
import { apartFromPilots, type ResponseWords } from './filter.ts'
import { getIntakeSurvey } from './intake-store.ts'
import { linkRoutes } from './link-routes.ts'
import { listResponses, wholeResponses } from './list-store.ts'
import { removalRoutes } from './removal-routes.ts'
import { reviewRoutes } from './review-routes.ts'
import { phoneSight } from './row.ts'
import { writeTemplate } from './template.ts'
import { uploadRoute } from './upload.ts'

const list = on(responses.list, async ({ db, query, actor }) => {
  const { page: _page, pageSize: _pageSize, size: _size, sort, ...words } = query
  const filter = await scopeAsked(db, actor, apartFromPilots(words))
  return listResponses(db, { filter, sight: phoneSight(actor), sort, ...pageOf(query) })
})

const exported: ExportedList = {
  path: responseList.path,
  table: 'form',
  row: responseList.file,
  export: responses.export,
  personal: ['q'],
  belongsTo: 'SURVEYS',
  async whole({ db, actor }, { sort, ...words }, use) {
    const filter = await scopeAsked(db, actor, apartFromPilots(words as ResponseWords))
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
  get,
  ...entryRoutes,
  ...linkRoutes,
  ...reviewRoutes,
  ...editRoutes,
  ...removalRoutes,
  template,
  uploadRoute,
  ...downloadRoutes,
]
