/**
 * The SQL by which responses are found by their answers, from `answer_index`. Each of its forms reads as much as it looks,
 * whatever the statistics of the database say: a survey that came since they were made counts as one row to them.
 */
import { type RawBuilder, sql } from 'kysely'
import type { AnswerAsked, AnswersAsked } from '#domain/answers/answer-words.ts'
import { fenced } from '../../db/named.ts'
import { inScope, type SurveyScope } from '../../scope.ts'
import type { PersonalSight } from './row.ts'

type Condition = RawBuilder<unknown>

interface Sight {
  scope: SurveyScope
  personal: PersonalSight
}

/** On `form`, looked up row by row. A question that is not indexed, or hidden from the asker, finds nothing. */
export function answerConditions(asked: AnswersAsked, sight: Sight): Condition[] {
  return Object.entries(asked).map(([code, how]) => {
    const value = how === 'blank' || how === 'answered' ? sql`true` : valueCondition(how)
    const own = fenced(sql`
      select a.word, a.number from answer_index a where a.survey_id = form.survey_id and a.form_id = form.id
        and a.question_id + 0 = any(${questionsOf(code, sight)})`)
    const answered = sql`exists (select from ${own} a where ${value})`
    return how === 'blank' ? sql`(${knows(code, sight)} and not ${answered})` : answered
  })
}

/** The forms with such an answer, once or several times. Of any answer, each kind of value has an index. */
export function answeredSo(code: string, how: AnswerAsked, sight: Sight): Condition {
  const such = (value: Condition) => sql`select a.form_id from answer_index a
    where a.question_id = any(${questionsOf(code, sight)}) and ${value}`
  return how === 'blank' || how === 'answered'
    ? sql`${such(sql`a.word is not null`)} union all ${such(sql`a.number is not null`)}`
    : such(valueCondition(how))
}

/**
 * Narrows the forms of `from`, an item of FROM named `form`, to those with such answers. Only hashing or sorting makes
 * a full join, and an inner join might compare each with all. `coalesce` keeps it a full one.
 */
export function joinAnswers(from: Condition, asked: AnswersAsked, sight: Sight): Condition {
  const parts = Object.entries(asked).map(([code, how], n) => ({ code, how, hit: sql.ref(`hit_${n}`) }))
  const joins = parts.map(({ code, how, hit }) => {
    // A form with several answers is there once; where answered forms fall out, so do all their answers.
    const once = how === 'blank' ? sql`` : sql`distinct`
    return sql`full join (select ${once} form_id from (${answeredSo(code, how, sight)}) a) ${hit} on ${hit}.form_id = form.id`
  })
  const kept = parts.map(({ code, how, hit }) =>
    how === 'blank'
      ? sql`coalesce(${hit}.form_id, 0) = 0 and coalesce(${knows(code, sight)}, false)`
      : sql`coalesce(${hit}.form_id, 0) > 0`,
  )
  return sql`(select form.* from ${from} ${sql.join(joins, sql` `)}
    where coalesce(form.id, 0) > 0 and ${sql.join(kept, sql` and `)}) form`
}

/** The question as the named surveys know it. */
function knownTo(code: string, { scope, personal }: Sight): Condition {
  return sql`from indexed_question where code = ${code} and ${inScope(scope, sql`survey_id`) ?? sql`true`}
    and (not personal or ${personal === 'SHOWN'}::boolean)`
}

function questionsOf(code: string, sight: Sight): Condition {
  return sql`array(select question_id ${knownTo(code, sight)})`
}

/** The form's survey has the question. */
function knows(code: string, sight: Sight): Condition {
  return sql`form.survey_id = any(array(select survey_id ${knownTo(code, sight)}))`
}

function valueCondition(asked: Exclude<AnswerAsked, 'blank' | 'answered'>): Condition {
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
