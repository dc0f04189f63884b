/** The responses of one participant, and some of one survey, as parts of statements. */
import { type RawBuilder, sql } from 'kysely'
import { fenced, unseen } from '../db/named.ts'

/**
 * The responses of one participant in all surveys, as an item of FROM. They are few. PostgreSQL knows nothing yet of a survey
 * that a file fills, and read all of it for each participant.
 */
export function formsOfParticipant(participantId: RawBuilder<unknown>): RawBuilder<unknown> {
  return fenced(sql`select * from form where form.participant_id = ${participantId}`)
}

interface FormsOfSurvey {
  surveyId: number
  /** Response ids. */
  ids: readonly number[]
}

/**
 * These responses as an item of FROM, named `f`. Each is found by its key: a survey that came after the last statistics counts
 * as a single row.
 */
export function formsOfSurvey({ surveyId, ids }: FormsOfSurvey): RawBuilder<unknown> {
  // A named statement with a list of one is planned again at every call (`isOneOf`).
  const given = ids.length === 1 ? unseen(ids[0]) : sql`unnest(${ids}::bigint[])`
  const form = fenced(sql`select * from form where form.survey_id = ${unseen(surveyId)} and form.id = one.id`)
  return sql`${given} one(id) cross join lateral ${form} f`
}

/** Pilots do not count. */
export function hasAnswered(surveyId: number, participantId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from ${formsOfParticipant(participantId)} earlier
    where earlier.survey_id = ${surveyId} and not earlier.is_pilot)`
}
