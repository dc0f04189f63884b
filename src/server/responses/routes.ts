import { pageOf } from '#contract/fields.ts'
import { forms, xlsxMime } from '#contract/response-files.ts'
import { responseList, responses, type ResponseDetail, type ResponseRow } from '#contract/responses.ts'
import { otherKey } from '#domain/answers.ts'
import { questionsOf, type SurveyContent } from '#domain/survey.ts'
import { AppError } from '../errors.ts'
import { on } from '../http/context.ts'
import { type ExportedList, exportRoute } from '../records/export-records.ts'
import { openSurvey, scopeAsked, scopeOf } from '../scope.ts'
import { circleNear } from '../surveys/geolocation-store.ts'
import { loadVersion } from '../surveys/version-store.ts'
import { downloadRoutes } from './download.ts'
import { entryRoutes } from './entry.ts'
import { fileTitle } from './file-title.ts'
import { apartFromPilots, type ResponseWords } from './filter.ts'
import { getIntakeSurvey } from './intake-store.ts'
import { getAnswers, getResponse, listResponses, type StoredAnswers, wholeResponses } from './list-store.ts'
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

const get = on(responses.get, async ({ db, params, actor }) => {
  const row = await getResponse(db, params.id, { scope: await scopeOf(db, actor), sight: phoneSight(actor) })
  const { content } = await loadVersion(db, row.surveyId, row.surveyVersion)
  const stored = await getAnswers(db, row)
  const personal = actor.permissions.has('responses.personal') ? ('SHOWN' as const) : ('HIDDEN' as const)
  return { ...detailOf(row, content, stored, personal), circle: await circleNear(db, row.surveyId, row) }
})

function detailOf(
  row: ResponseRow,
  content: SurveyContent,
  { accuracy, answers }: StoredAnswers,
  personal: 'SHOWN' | 'HIDDEN',
): Omit<ResponseDetail, 'circle'> {
  const hidden = personal === 'SHOWN' ? [] : questionsOf(content).filter((question) => question.personal)
  const hiddenKeys = new Set(hidden.flatMap((question) => [String(question.id), otherKey(question)]))
  const shown = Object.entries(answers).filter(([key]) => !hiddenKeys.has(key))
  const hiddenQuestions = hidden.map(({ id }) => id)
  return {
    ...row,
    accuracy,
    sections: content.sections,
    answers: Object.fromEntries(shown),
    hiddenQuestions,
  }
}

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
  ...reviewRoutes,
  template,
  uploadRoute,
  ...downloadRoutes,
]
