/** The responses of one participant, as parts of statements. */
import { type RawBuilder, sql } from 'kysely'

/**
 * The responses of one participant in all surveys, as an item of FROM. They are few. PostgreSQL knows nothing yet of a survey
 * that a file fills, and read all of it for each participant; `offset 0` leaves it no choice.
 */
export function formsOfParticipant(participantId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select * from form where form.participant_id = ${participantId} offset 0)`
}

/** Pilots do not count. */
export function hasAnswered(surveyId: number, participantId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from ${formsOfParticipant(participantId)} earlier
    where earlier.survey_id = ${surveyId} and not earlier.is_pilot)`
}
