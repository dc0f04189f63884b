/** Responses for tests: taken in by the statements that uploads use, each of a participant of its own. */
import { sql } from 'kysely'
import type pg from 'pg'
import type { Answers, AnswerValue } from '#domain/answers/answers.ts'
import { maskPhone } from '#domain/people/phone.ts'
import type { ReviewTarget } from '#domain/answers/response.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { optionCodes, type Question, questionsOf, rangeOf, type SurveyContent } from '#domain/surveys/survey.ts'
import { overPool } from '../db/pool.ts'
import { lockIntakeSurvey, takeForms } from '../responses/intake/intake-store.ts'
import type { FormRow } from '../responses/intake/check-form.ts'
import { lockForms, moveForms } from '../responses/review/review-store.ts'
import type { GivenSurvey } from './given-survey.ts'

export interface GivenResponse {
  id: number
  formKey: string
  phone: string
}

interface ResponsesSpec {
  /** Set without the other effects of a review: these have no payment. */
  status?: 'RECEIVED' | ReviewTarget
  submittedAt?: string
  /** Laid over answers to every question. */
  answers?: Answers
  /** All of one participant, whose phone this is. */
  phone?: string
}

/** A valid answer to every question; `n` makes texts and numbers differ. */
export function someAnswers(content: SurveyContent, n = 1): Answers {
  return Object.fromEntries(
    questionsOf({ sections: content.sections.filter(({ repeat }) => !repeat) })
      .filter(({ type }) => traitsOf(type).cell)
      .map((question) => [question.id, someAnswer(question, n)]),
  )
}

function someAnswer(question: Question, n: number): AnswerValue {
  const { answer, text, options } = traitsOf(question.type)
  const codes = optionCodes(question)
  const code = codes[n % Math.max(1, codes.length)] ?? ''
  switch (answer) {
    case 'text':
      if (options) return code
      if (text === 'LINE') return '-19.1 33.5 0 0; -19.2 33.6 0 0'
      return text === 'PHONE' ? phoneOf(n) : `${text === 'PLACE' ? 'P' : 'Text '}${n}`
    case 'number':
      return (rangeOf(question).min ?? 0) + (n % 5)
    case 'date':
      return '2024-02-29'
    case 'time':
      return '14:30'
    case 'datetime':
      return '2024-02-29T14:30:00.000Z'
    case 'choices':
      return question.type === 'RANK' ? codes : [code]
    case 'point':
      return { latitude: -19.1, longitude: 33.5 }
    case 'file':
    case undefined:
      throw new Error(`${question.type} takes no answer from here`)
  }
}

/** The last four digits choose what the payment simulator does wrong (99xx), so they stay below. */
function phoneOf(n: number): string {
  return `+25884${String(Math.floor(n / 9000)).padStart(3, '0')}${String(n % 9000).padStart(4, '0')}`
}

/** `given.responses`: `count` of them, in one transaction. */
export function responsesFactory(owner: pg.Pool, next: () => number) {
  const pool = overPool(owner, 'unnamed')
  return ({ id, version, content }: GivenSurvey, count: number, spec: ResponsesSpec = {}): Promise<GivenResponse[]> =>
    pool.transaction().execute(async (db) => {
      const rows = Array.from({ length: count }, (_, index): FormRow => {
        const n = next()
        const phone = spec.phone ?? phoneOf(n)
        const answers = { ...someAnswers(content, n), ...spec.answers }
        const where = { latitude: null, longitude: null, accuracy: null, fence: null, fenceDistance: null, flags: [] }
        const submittedAt = spec.submittedAt ?? null
        return { row: index, formKey: `form-${n}`, phone, name: maskPhone(phone), submittedAt, ...where, answers }
      })
      const survey = await lockIntakeSurvey(db, id)
      await takeForms(db, { survey, version, source: 'EXCEL' }, [JSON.stringify(rows)])
      const keys = rows.map((row) => row.formKey)
      if (spec.status && spec.status !== 'RECEIVED') {
        const forms = await lockForms(db, sql`form.survey_id = ${id} and form.client_uuid = any(${keys})`, count)
        const reviewer = await sql<{ id: number }>`select min(id) as id from person`.execute(db)
        const reviewerId = reviewer.rows[0]?.id ?? 0
        await moveForms(db, forms, { to: spec.status, reason: undefined, reviewerId })
      }
      const stored = await sql<GivenResponse>`
        select form.id, client_uuid as "formKey", person.phone from form join person on person.id = form.participant_id
        where survey_id = ${id} and client_uuid = any(${keys}) order by form.id`.execute(db)
      return stored.rows
    })
}
