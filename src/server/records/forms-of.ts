/** The responses of one participant, and some of one survey, as parts of statements. */
import { type RawBuilder, sql } from 'kysely'

/**
 * The responses of one participant in all surveys, as an item of FROM. They are few. PostgreSQL knows nothing yet of a survey
 * that a file fills, and read all of it for each participant; `offset 0` leaves it no choice.
 */
export function formsOfParticipant(participantId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select * from form where form.participant_id = ${participantId} offset 0)`
}

interface FormsOfSurvey {
  surveyId: number
  /** Response ids. */
  ids: readonly number[]
}

/**
 * These responses as an item of FROM, named `f`. Each is found by its key, as behind `offset 0` no plan reads the whole
 * survey: one that came after the last statistics counts as a single row.
 */
export function formsOfSurvey({ surveyId, ids }: FormsOfSurvey): RawBuilder<unknown> {
  // A named statement with a list of one is planned again at every call (`isOneOf`).
  const given = ids.length === 1 ? sql`(select ${ids[0]}::bigint)` : sql`unnest(${ids}::bigint[])`
  return sql`${given} one(id) cross join lateral (
    select * from form where form.survey_id = (select ${surveyId}::bigint) and form.id = one.id offset 0) f`
}

/** Pilots do not count. */
export function hasAnswered(surveyId: number, participantId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from ${formsOfParticipant(participantId)} earlier
    where earlier.survey_id = ${surveyId} and not earlier.is_pilot)`
}
