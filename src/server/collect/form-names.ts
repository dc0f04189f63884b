/** The names by which collecting apps know a response: its own, and those of its corrections. */
import { sql } from 'kysely'
import { type Db, rowsOf } from '../db/pool.ts'
import type { Actor } from '../http/context.ts'

export interface SubmittedNames {
  surveyId: number
  /** The form's own name. */
  instanceId: string
  /** Of the form that it corrects. */
  deprecatedId?: string | undefined
}

export interface KnownForm {
  surveyId: number
  responseId: number
  /** OWN: the response is as this form came. LATER: this form corrected it. EARLIER: a correction of this form is here. */
  kind: 'OWN' | 'LATER' | 'EARLIER'
  /** Of a LATER one. */
  sha256: Buffer | null
}

/** The known facts of the form itself, and of the form that it corrects. */
export async function findKnown(
  db: Db,
  { surveyId, instanceId, deprecatedId = '' }: SubmittedNames,
): Promise<{ itself: KnownForm | undefined; corrected: KnownForm | undefined }> {
  const names = [instanceId, deprecatedId]
  const rows = await rowsOf<KnownForm & { name: string }>(db)`
    select instance_id as name, survey_id as "surveyId", response_id as "responseId", case when sha256 is null then 'EARLIER' else 'LATER' end as kind, sha256
    from collect_name where survey_id = ${surveyId} and instance_id = any(${names})
    union all
    select client_uuid, survey_id, id, case when exists (
        select from collect_name later
        where later.survey_id = form.survey_id and later.response_id = form.id and later.sha256 is not null)
      then 'EARLIER' else 'OWN' end, null
    from form where survey_id = ${surveyId} and client_uuid = any(${names})
    order by kind`
  const [itself, corrected] = names.map((wanted) => rows.find(({ name }) => name === wanted))
  return { itself, corrected }
}

/** Those of the names that a correction has brought. */
export async function knownNames(
  db: Db,
  { surveyId, names }: { surveyId: number; names: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await rowsOf<{ name: string }>(db)`
    select instance_id as name from collect_name where survey_id = ${surveyId} and instance_id = any(${names})`
  return new Set(rows.map(({ name }) => name))
}

/** Gives the response one more name. `sha256`: of the form; null for one that has not come. */
export async function addName(
  db: Db,
  { surveyId, responseId }: { surveyId: number; responseId: number },
  { name, sha256 }: { name: string; sha256: Buffer | null },
): Promise<void> {
  await sql`
    insert into collect_name (survey_id, instance_id, response_id, sha256)
    values (${surveyId}, ${name}, ${responseId}, ${sha256})`.execute(db)
}

/** Whether the caller's apps sent the response, those of the survey's tokens or the person's own, and its participant is not erased. */
export async function isCorrectable(
  db: Db,
  { id, program }: Pick<Actor, 'id' | 'program'>,
  { surveyId, responseId }: { surveyId: number; responseId: number },
): Promise<boolean> {
  const isTheirs = program ? sql`token.kind = 'COLLECT'` : sql`form.source = 'API' and collector.person_id = ${id}`
  const { rows } = await sql`
    select from form join collector on collector.id = form.collector_id left join survey_token token on token.id = collector.token_id
      left join person on person.id = form.participant_id
    where form.survey_id = ${surveyId} and form.id = ${responseId} and ${isTheirs} and person.anonymised_at is null`.execute(
    db,
  )
  return rows.length > 0
}
