/** Entries that are not finished: one for each person and survey, in no total, with the files that they name. */
import { sql } from 'kysely'
import { type Draft, type DraftRow, drafts } from '#contract/drafts.ts'
import { pageOf } from '#contract/fields.ts'
import type { Answers } from '#domain/answers/answer-values.ts'
import { holdForDraft } from '../../attachments/store.ts'
import { runNamed } from '../../db/named.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { on } from '../../http/context.ts'
import { found } from '../../db/table-store.ts'
import { inScope, openSurvey, scopeOf } from '../../scope.ts'

interface Owned {
  surveyId: number
  ownerId: number
}

const list = on(drafts.list, async ({ db, query, actor }) => {
  const { offset, pageSize } = pageOf(query)
  const seen = inScope(await scopeOf(db, actor, 'enter'), sql`draft.survey_id`) ?? sql`true`
  const own = sql`from entry_draft draft join survey on survey.id = draft.survey_id
    where draft.owner_id = ${actor.id} and ${seen}`
  const { rows } = await sql<DraftRow>`
    select draft.survey_id as "surveyId", survey.title as "surveyTitle", work ->> 'participantPhone' as "participantPhone",
      work ->> 'participantName' as "participantName", draft.updated_at as "updatedAt",
      (select count(*) from jsonb_object_keys(work -> 'answers') as key where key not like '%.other')::int as answered
    ${own} order by draft.updated_at desc, draft.id desc limit ${pageSize} offset ${offset}`.execute(db)
  return { rows, total: found(await sql<{ n: number }>`select count(*) as n ${own}`.execute(db)).n }
})

const get = on(drafts.get, async ({ db, params, actor }) => {
  const surveyId = await openSurvey(db, actor, 'enter', params.surveyId)
  return (await findDraft(db, { surveyId, ownerId: actor.id })) ?? null
})

async function findDraft(db: Db, { surveyId, ownerId }: Owned): Promise<Draft | undefined> {
  const { rows } = await sql<{ work: object } & Omit<Draft, 'answers'>>`
    select survey_id as "surveyId", survey_version as "surveyVersion", client_uuid as "clientUuid", work, version,
      updated_at as "updatedAt"
    from entry_draft where survey_id = ${surveyId} and owner_id = ${ownerId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { work, ...facts } = row
  return { ...facts, ...work } as Draft
}

const save = on(drafts.save, async ({ db, params, body, actor, audit }) => {
  const surveyId = await openSurvey(db, actor, 'enter', params.surveyId)
  const { version, surveyVersion, clientUuid, ...work } = body
  const owned = { surveyId, ownerId: actor.id }
  // One of them at a time, so that neither is lost: the second meets the version of the first.
  await sql`select from person where id = ${actor.id} for no key update`.execute(db)
  const before = await findDraft(db, owned)
  if (version !== undefined && version !== (before?.version ?? 0)) throw new AppError('STALE', { data: before ?? null })
  // Another browser has sent the draft, so a late save must not begin it again.
  const sent = await sql`select from form where survey_id = ${surveyId} and client_uuid = ${clientUuid}`.execute(db)
  if (sent.rows.length > 0) throw new AppError('FORM_EXISTS')
  const draft = found(
    await sql<{ id: number; version: number; updatedAt: string }>`
      insert into entry_draft (survey_id, owner_id, survey_version, client_uuid, work)
      values (${surveyId}, ${actor.id}, ${surveyVersion}, ${clientUuid}, ${JSON.stringify(work)}::jsonb)
      on conflict on constraint entry_draft_once do update set survey_version = excluded.survey_version,
        client_uuid = excluded.client_uuid, work = excluded.work, version = entry_draft.version + 1, updated_at = now()
      returning id, version, updated_at as "updatedAt"`.execute(db),
  )
  await holdForDraft(db, { ...owned, draftId: draft.id }, work.answers as Answers)
  // The trail notes only the beginning: it never forgets, and each pause saves a draft.
  if (!before) audit({ action: 'responses.draft', subjectType: 'survey', subjectId: surveyId })
  return { version: draft.version, updatedAt: draft.updatedAt }
})

const discard = on(drafts.discard, async ({ db, params, actor, audit }) => {
  const surveyId = await openSurvey(db, actor, 'enter', params.surveyId)
  await sql`delete from entry_draft where survey_id = ${surveyId} and owner_id = ${actor.id}`.execute(db)
  audit({ action: 'responses.discardDraft', subjectType: 'survey', subjectId: surveyId })
  return null
})

/** The draft of a response that is stored now. */
export async function endDraft(db: Db, { surveyId, ownerId }: Owned, clientUuid: string): Promise<void> {
  await runNamed(
    db,
    sql`delete from entry_draft where survey_id = ${surveyId} and owner_id = ${ownerId} and client_uuid = ${clientUuid}`,
  )
}

export const draftRoutes = [list, get, save, discard]
