/** Who may answer a survey, where that is not everybody. */
import { sql } from 'kysely'
import { problem } from '#domain/problems.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'

export interface ListedParticipant {
  id: number
  name: string
}

export async function listedParticipants(db: Db, surveyId: number): Promise<ListedParticipant[]> {
  const { rows } = await sql<ListedParticipant>`
    select person.id, person.name from survey_participant listed join person on person.id = listed.participant_id
    where listed.survey_id = ${surveyId} order by person.name, person.id`.execute(db)
  return rows
}

/** UNKNOWN_REFERENCE with each id that is no participant's. The survey is locked; another list is a change of it. */
export async function setListedParticipants(db: Db, surveyId: number, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ place: number }>`
    select (asked.place - 1)::int as place from unnest(${ids}::bigint[]) with ordinality as asked(id, place)
    where not exists (select from person where person.id = asked.id and person.admin_type = 'PARTICIPANT')
    order by asked.place`.execute(db)
  const errors = rows.map(({ place }) => problem(`participantIds[${place}]`, 'UNKNOWN_REFERENCE'))
  if (errors.length > 0) throw new AppError('UNKNOWN_REFERENCE', { errors })
  await sql`
    with gone as (
      delete from survey_participant where survey_id = ${surveyId} and participant_id <> all(${ids}) returning 1
    ), come as (
      insert into survey_participant (survey_id, participant_id)
      select ${surveyId}::bigint, id from unnest(${ids}::bigint[]) id on conflict do nothing returning 1
    )
    update survey set version = version + 1, updated_at = now()
    where id = ${surveyId} and (exists (select from gone) or exists (select from come))`.execute(db)
}
