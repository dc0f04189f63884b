/** Answers as cells of the list: which questions a survey has, and the answers that come with the rows of a page. */
import { answerColumns, type AnswerColumn } from '#contract/answer-filter.ts'
import type { ResponseRow } from '#contract/responses.ts'
import type { Answers } from '#domain/answers/answers.ts'
import { mergeRosters } from '#domain/answers/merged-rosters.ts'
import { isLong, type MergedQuestion, mergeVersions } from '#domain/answers/merged-versions.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { problem } from '#domain/problems.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { on } from '../../http/context.ts'
import { openSurvey } from '../../scope.ts'
import { versionsWithLists } from '../../surveys/list-files.ts'
import { type ResponseFilter, surveyAsked } from './filter.ts'
import { type PersonalSight, personalSight } from './row.ts'

/** Codes of the questions that are indexed. */
async function indexedCodes(db: Db, surveyId: number): Promise<Set<string>> {
  const rows = await rowsOf<{ code: string }>(db)`
    select distinct code from indexed_question where survey_id = ${surveyId}`
  return new Set(rows.map(({ code }) => code))
}

async function questionsSeen(db: Db, surveyId: number, personal: PersonalSight): Promise<MergedQuestion[]> {
  return visible(mergeVersions(await versionsWithLists(db, surveyId)), personal)
}

function visible(merged: MergedQuestion[], personal: PersonalSight): MergedQuestion[] {
  return personal === 'SHOWN' ? merged : merged.filter((question) => !question.personal)
}

export const answerColumnsRoute = on(answerColumns, async ({ db, params, actor }) => {
  const surveyId = await openSurvey(db, actor, 'see', params.surveyId)
  const indexed = await indexedCodes(db, surveyId)
  const versions = await versionsWithLists(db, surveyId)
  const once = mergeVersions(versions)
  const ofOnce = new Set(once.map(({ question }) => question.code))
  const repeated = mergeRosters(versions)
    .flatMap((roster) => roster.questions)
    .filter(({ question: { code } }) => indexed.has(code) && !ofOnce.has(code))
  const questions = visible([...once, ...repeated], personalSight(actor)).map((merged): AnswerColumn => {
    const { code, text, type } = merged.question
    const options = isLong(merged) ? [] : [...merged.options.values()].map(({ option }) => option)
    return {
      code,
      text,
      type,
      options: options.map((option) => ({ code: option.code, text: option.text, isOther: option.isOther })),
      isLong: isLong(merged),
      indexed: indexed.has(code),
      repeats: !ofOnce.has(code),
    }
  })
  return { surveyId, questions }
})

interface CellsRequest {
  filter: ResponseFilter
  /** Codes, with commas. */
  questions: string
}

/** The rows with their answers to these questions. VALIDATION_FAILED where the list is not of one survey. */
export async function withCells(db: Db, rows: readonly ResponseRow[], asked: CellsRequest): Promise<ResponseRow[]> {
  const surveyId = surveyAsked(asked.filter, 'questions')
  const codes = asked.questions.split(',')
  const seen = await questionsSeen(db, surveyId, asked.filter.personal ?? 'HIDDEN')
  const shown = seen.filter(({ question }) => codes.includes(question.code))
  const places = shown.flatMap(placesOf)
  const docs = await rowsOf<{ id: number; cells: Answers | null }>(db)`
    select doc.id, (
      select jsonb_object_agg(place.word, doc.answers -> place.key order by place.nth desc)
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place(word text, key text, nth int)
      where doc.answers -> place.key is not null) as cells
    from form_doc doc where doc.survey_id = ${surveyId} and doc.id = any(${rows.map(({ id }) => id)}::bigint[])`
  const cells = new Map(docs.map((doc) => [doc.id, doc.cells]))
  const long = shown.filter(isLong)
  return rows.map((row) => ({ ...row, cells: withLabels(cells.get(row.id) ?? {}, long) }))
}

/** Of options that no column lists. */
function withLabels(cells: Answers, questions: readonly MergedQuestion[]): Answers {
  const labels = questions.flatMap(({ question: { code }, options }) => {
    const chosen = [cells[code]].flat().filter((each) => typeof each === 'string')
    const texts = chosen.map((each) => textIn(options.get(each)?.option.text ?? { en: each }, 'en'))
    return texts.length > 0 ? [[`${code}.label`, texts]] : []
  })
  return { ...cells, ...(Object.fromEntries(labels) as Answers) }
}

/** Where the answers of a column are; of several places the first one counts. */
function placesOf({ question, places }: MergedQuestion) {
  return places.flatMap(({ key, otherKey }, nth) => [
    { word: question.code, key, nth },
    { word: `${question.code}.other`, key: otherKey, nth },
  ])
}

/** VALIDATION_FAILED with every question that the list cannot be narrowed or sorted by. */
export async function requireIndexed(db: Db, filter: ResponseFilter, asked: Record<string, readonly string[]>) {
  const wanted = Object.entries(asked).flatMap(([path, codes]) => codes.map((code) => ({ path, code })))
  const [first] = wanted
  if (!first) return
  const surveyId = surveyAsked(filter, first.path)
  const rows = await rowsOf<{ code: string; repeats: boolean }>(db)`
    select code, bool_or(repeats) as repeats from indexed_question
    where survey_id = ${surveyId} and (not personal or ${filter.personal === 'SHOWN'}::boolean)
    group by code`
  // Of many answers in one response none is the one to sort by.
  const serves = (path: string, code: string) =>
    rows.some((row) => row.code === code && !(path === 'sort' && row.repeats))
  const errors = wanted
    .filter(({ path, code }) => !serves(path, code))
    .map(({ path, code }) => problem(path === 'answers' ? `answers.${code}` : path, 'NOT_ALLOWED'))
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors })
}
