/** The SQL by which responses are found by their answers, from `answer_index`. */
import { type RawBuilder, sql } from 'kysely'
import type { AnswerAsked, AnswersAsked } from '#domain/answer-words.ts'
import { inScope, type SurveyScope } from '../scope.ts'
import type { PersonalSight } from './row.ts'

type Condition = RawBuilder<unknown>

interface Sight {
  scope: SurveyScope
  personal: PersonalSight
}

/** On `form`. A question that is not indexed, or hidden from the asker, finds nothing. */
export function answerConditions(asked: AnswersAsked, sight: Sight): Condition[] {
  return Object.entries(asked).map(([code, how]) => answerCondition(code, how, sight))
}

function answerCondition(code: string, asked: AnswerAsked, sight: Sight): Condition {
  const { scope, personal } = sight
  const seen = inScope(scope, sql`survey_id`) ?? sql`true`
  const known = sql`from indexed_question
    where code = ${code} and ${seen} and (not personal or ${personal === 'SHOWN'}::boolean)`
  const questions = sql`array(select question_id ${known})`
  if (asked === 'blank') {
    const answered = sql`select from answer_index a where a.survey_id = form.survey_id and a.form_id = form.id
      and a.question_id = any(${questions})`
    return sql`(form.survey_id = any(array(select survey_id ${known})) and not exists (${answered}))`
  }
  // The survey's number, where there is one, leads to the place in the index. Behind `offset 0` it is read once.
  const ofSurvey = inScope(scope, sql`a.survey_id`) ?? sql`true`
  return sql`form.id in (
    select a.form_id from answer_index a
    where ${ofSurvey} and a.question_id = any(${questions}) and ${valueCondition(asked)} offset 0)`
}

function valueCondition(asked: Exclude<AnswerAsked, 'blank'>): Condition {
  if (asked === 'answered') return sql`true`
  if ('in' in asked) return sql`a.word = any(${asked.in})`
  if ('contains' in asked) return sql`a.word like anywhere(${asked.contains})`
  if ('equals' in asked) return sql`a.word = left(fold(${asked.equals}), 200)`
  const ends = [
    ...(asked.from === undefined ? [] : [sql`a.number >= ${secondsOr(asked.from)}::double precision`]),
    ...(asked.to === undefined ? [] : [upTo(asked.to)]),
  ]
  return sql.join(ends, sql` and `)
}

/** A day is counted in seconds, from its beginning in UTC. */
function secondsOr(end: number | string): number {
  return typeof end === 'number' ? end : Date.parse(`${end}T00:00:00Z`) / 1000
}

function upTo(end: number | string): Condition {
  if (typeof end === 'number') return sql`a.number <= ${end}::double precision`
  return sql`a.number < ${secondsOr(end) + 86_400}::double precision`
}
