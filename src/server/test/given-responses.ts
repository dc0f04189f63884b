/** Responses for tests: taken in by the statements that uploads use, each of a participant of its own. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { Answers, AnswerValue } from '#domain/answers.ts'
import { maskPhone } from '#domain/phone.ts'
import type { ReviewTarget } from '#domain/response.ts'
import { fileTypes, type Question, questionsOf, type SurveyContent } from '#domain/survey.ts'
import { lockIntakeSurvey, takeForms } from '../responses/intake-store.ts'
import type { FormRow } from '../responses/check-form.ts'
import { lockForms, moveForms } from '../responses/review-store.ts'
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
      .filter(({ type }) => type !== 'NOTE' && !fileTypes.includes(type))
      .map((question) => [question.id, someAnswer(question, n)]),
  )
}

function someAnswer({ type, answers, validation }: Question, n: number): AnswerValue {
  const code = answers[n % Math.max(1, answers.length)]?.code ?? ''
  switch (type) {
    case 'TEXT':
    case 'LONG_TEXT':
      return `Text ${n}`
    case 'INTEGER':
    case 'DECIMAL':
      return (validation.min ?? 0) + (n % 5)
    case 'RATING':
      return (n % 5) + 1
    case 'DATE':
      return '2024-02-29'
    case 'TIME':
      return '14:30'
    case 'DATETIME':
      return '2024-02-29T14:30:00.000Z'
    case 'YES_NO':
      return n % 2 === 0 ? 'yes' : 'no'
    case 'RANK':
      return answers.map((option) => option.code)
    case 'PHONE':
      return phoneOf(n)
    case 'ADMIN_UNIT':
    case 'SITE':
      return `P${n}`
    case 'SINGLE':
      return code
    case 'MULTIPLE':
      return [code]
    case 'GEOPOINT':
      return { latitude: -19.1, longitude: 33.5 }
    case 'IMAGE':
    case 'AUDIO':
    case 'FILE':
    case 'SIGNATURE':
    case 'NOTE':
      throw new Error(`${type} takes no answer from here`)
  }
}

/** The last four digits choose what the payment simulator does wrong (99xx), so they stay below. */
function phoneOf(n: number): string {
  return `+25884${String(Math.floor(n / 9000)).padStart(3, '0')}${String(n % 9000).padStart(4, '0')}`
}

/** `given.responses`: `count` of them, in one transaction. */
export function responsesFactory(owner: pg.Pool, next: () => number) {
  const pool = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: owner }) })
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
