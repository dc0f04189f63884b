/**
 * The deletion of responses: with their answers and changes, out of the kept counts and the tasks. A response that a payment
 * was ever made out for stays, as the books name it.
 */
import { sql } from 'kysely'
import type { ErrorCode } from '#domain/errors.ts'
import { type PaymentStatus, whenResponseGoesBack } from '#domain/money/payment.ts'
import { expireFilesOf } from '../../attachments/store.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { lockPayees } from '../../payments/steps/payment-sets.ts'
import type { RemoveRecords } from '../../records/record-set.ts'
import { actRefusals, scopeOf } from '../../scope.ts'
import { releaseTasks } from '../../tasks/task-store.ts'
import { formsOf } from '../list/row.ts'
import { formsOfParticipant } from '../../records/forms-of.ts'

interface Doomed {
  id: number
  surveyId: number
  surveyVersion: number
  formKey: string
  status: string
  source: string
  submittedAt: string
  participantId: number | null
}

export const removeResponses: RemoveRecords = async ({ db, actor, audit }, ids) => {
  const locked = await lockToRemove(db, ids, await scopeOf(db, actor))
  const acts = await actRefusals(
    db,
    actor,
    'manage',
    locked.map(({ surveyId }) => surveyId),
  )
  await lockPayees(db, locked)
  const paid = await paymentRefusals(
    db,
    locked.map(({ id }) => id),
  )
  const known = new Map(locked.map((form) => [form.id, form]))
  const refused = new Map<number, ErrorCode>()
  for (const id of ids) {
    const form = known.get(id)
    const code = form ? (acts.get(form.surveyId) ?? paid.get(id)) : 'NOT_FOUND'
    if (code) refused.set(id, code)
  }
  const going = locked.filter(({ id }) => !refused.has(id))
  if (going.length > 0) {
    await releaseTasks(db, going)
    await expireFilesOf(
      db,
      going.map(({ id }) => id),
    )
    await deleteForms(db, going)
  }
  // The trail never forgets, so it has neither answers nor the participant's phone.
  for (const { id, status, ...before } of going)
    audit({ action: 'responses.delete', subjectType: 'form', subjectId: id, before: { ...before, formStatus: status } })
  return { refused, uses: new Map() }
}

/** The surveys first, then the responses: the order in which intake takes its locks. */
async function lockToRemove(db: Db, ids: readonly number[], scope: Parameters<typeof formsOf>[1]): Promise<Doomed[]> {
  const where = formsOf(ids, scope)
  await sql`
    select from survey where id in (select survey_id from form where ${where}) order by id for no key update`.execute(
    db,
  )
  const rows = await rowsOf<Doomed>(db)`
    select id, survey_id as "surveyId", survey_version as "surveyVersion", client_uuid as "formKey", status, source,
      submitted_at as "submittedAt", participant_id as "participantId"
    from form where ${where} order by id for update`
  return rows
}

/** RESPONSE_LOCKED by a payment that is approved or further, RESPONSE_ON_BOOKS by any other that there ever was. */
async function paymentRefusals(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, ErrorCode>> {
  const rows = await rowsOf<{ id: number; statuses: PaymentStatus[] }>(db)`
    select owed.response_id as id, array_agg(payable.status) as statuses
    from payable_response owed join payable on payable.id = owed.payable_id
    where owed.response_id = any(${ids}) group by 1`
  return new Map(
    rows.map(({ id, statuses }) => [
      id,
      statuses.some((status) => whenResponseGoesBack(status) === 'LOCKED') ? 'RESPONSE_LOCKED' : 'RESPONSE_ON_BOOKS',
    ]),
  )
}

async function deleteForms(db: Db, forms: readonly Doomed[]): Promise<void> {
  const ids = forms.map(({ id }) => id)
  await sql`
    with gone as (
      delete from form where id = any(${ids}) and survey_id = any(${forms.map(({ surveyId }) => surveyId)})
      returning survey_id, is_pilot, participant_id
    ),
    fewer as (
      select survey_id, count(distinct participant_id) + count(*) filter (where participant_id is null) as n
      from gone where not is_pilot and not exists (
        select from ${formsOfParticipant(sql`gone.participant_id`)} other
        where other.survey_id = gone.survey_id and not other.is_pilot and other.id <> all(${ids}))
      group by survey_id
    )
    update survey set participant_count = participant_count - fewer.n from fewer where survey.id = fewer.survey_id`.execute(
    db,
  )
}
