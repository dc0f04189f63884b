/**
 * Exact counts of responses with an answer, for totals, days and far pages. They come from the kept counts
 * (answer-recount.ts).
 */
import { type RawBuilder, sql } from 'kysely'
import { readAnswersAsked } from '#contract/answer-filter.ts'
import type { AnswerAsked } from '#domain/answers/answer-words.ts'
import type { Db } from '../../db/pool.ts'
import { fenced } from '../../db/named.ts'
import type { ResponseFilter } from './filter.ts'

/** Adds the kept counts of the filter's answer, when it names one survey and one counted answer. */
export async function withKeptAnswers(db: Db, filter: ResponseFilter): Promise<ResponseFilter> {
  const { scope, words, personal = 'HIDDEN' } = filter
  const [surveyId, ...surveys] = scope === 'ALL' ? [] : scope
  const [asked, ...further] = Object.entries(readAnswersAsked(words.answers))
  if (surveyId === undefined || surveys.length > 0 || !asked || further.length > 0) return filter
  const [code, how] = asked
  const { rows } = await sql<Question>`
    select question_id as id, kind, several from indexed_question
    where survey_id = ${surveyId} and code = ${code} and (not personal or ${personal === 'SHOWN'}::boolean)`.execute(db)
  const [question, ...others] = rows
  if (!question || others.length > 0) return filter
  const counted = countsOf(surveyId, question, how)
  return counted ? { ...filter, counted } : filter
}

interface Question {
  id: number
  kind: string
  several: boolean
}

/** Undefined where nothing is kept. Counts of several words add up only where a response has one of them. */
function countsOf(surveyId: number, question: Question, how: AnswerAsked): RawBuilder<unknown> | undefined {
  if (how === 'answered') return answersKept(surveyId, question.id, [''])
  if (how === 'blank')
    return sql`select survey_id, day, status, is_pilot, n from survey_counter where survey_id = ${surveyId}
      union all select survey_id, day, status, is_pilot, -n from (${answersKept(surveyId, question.id, [''])}) answered`
  if (!('in' in how) || question.kind !== 'WORD') return undefined
  const words = [...new Set(how.in)]
  return words.length === 1 || !question.several ? answersKept(surveyId, question.id, words) : undefined
}

/** The counters, and the difference that responses make which are not counted again yet: found by their keys alone. */
function answersKept(surveyId: number, questionId: number, words: readonly string[]): RawBuilder<unknown> {
  const keys = words.map((word) => `${questionId} ${word}`)
  const ofWord = words.includes('') ? sql`` : sql`and a.word = any(${words}::text[])`
  const answersSo = sql`exists ${fenced(sql`
    select from answer_index a where a.survey_id = noted.survey_id and a.form_id = noted.form_id
      and a.question_id = ${questionId} ${ofWord}`)}`
  const form = fenced(sql`
    select * from form where form.survey_id = noted.survey_id and form.id = noted.form_id and form.status <> 'DRAFT'`)
  return sql`
    select survey_id, day, status, is_pilot, n from answer_counter
    where survey_id = ${surveyId} and question_id = ${questionId} and word = any(${words}::text[])
    union all
    select survey_id, day, status, is_pilot, -1 from answer_recount noted
    where survey_id = ${surveyId} and status is not null
      and case when answers is null then ${answersSo} else answers && ${keys}::text[] end
    union all
    select noted.survey_id, (form.submitted_at at time zone 'UTC')::date, form.status, form.is_pilot, 1
    from answer_recount noted cross join lateral ${form} form
    where noted.survey_id = ${surveyId} and ${answersSo}`
}
