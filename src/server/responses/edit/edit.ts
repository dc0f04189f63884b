/** A correction of one response: in hand by its lock, checked against its own version, stored with its consequences. */
import type { Endpoint } from '#contract/endpoint.ts'
import type { AnswerChange } from '#domain/answers/answer-edit.ts'
import { refOfKey } from '#domain/answers/answer-keys.ts'
import type { Answers } from '#domain/answers/answers.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import type { Db } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import type { Context } from '../../http/context.ts'
import { cancelPayables, makePayables } from '../../payments/steps/payables.ts'
import { lockPayees } from '../../payments/steps/payment-sets.ts'
import { requireAct, scopeOf } from '../../scope.ts'
import { withLists } from '../../surveys/list-files.ts'
import { loadVersion } from '../../surveys/version-store.ts'
import { collectorOf } from '../list/collectors.ts'
import { responseDetail } from '../review/detail.ts'
import { type FormInHand, type HeaderColumns, lockFormInHand, storeEdit } from './edit-store.ts'
import { flagAgain } from '../flags/flags.ts'
import { heldByPayment } from '../review/review-store.ts'

export type Editing = Pick<Context<Endpoint>, 'db' | 'actor' | 'audit' | 'requestId' | 'address'>

/** Refused when its payment holds it, and STALE with the response as it is when `version` is not its version. */
export async function takeInHand({ db, actor }: Editing, id: number, version: number | undefined): Promise<FormToEdit> {
  const form = await lockFormInHand(db, id, await scopeOf(db, actor))
  await requireAct(db, actor, 'review', form.surveyId)
  if (version !== undefined && version !== form.version)
    throw new AppError('STALE', { data: await responseDetail(db, actor, id) })
  return openForEdit(db, form)
}

export interface FormToEdit {
  form: FormInHand
  content: SurveyContent
}

/** RESPONSE_LOCKED when its payment holds it. */
export async function openForEdit(db: Db, form: FormInHand): Promise<FormToEdit> {
  const { id } = form
  await lockPayees(db, [form])
  if ((await heldByPayment(db, [id])).has(id)) throw new AppError('RESPONSE_LOCKED', { data: { ids: [id] } })
  const { content } = await loadVersion(db, form.surveyId, form.surveyVersion)
  return { form, content: await withLists(db, content) }
}

interface Correction {
  reason: string | null
  answers: Answers
  changes: readonly AnswerChange[]
  header?: HeaderColumns | undefined
}

/** Back to review: a payment that waits goes, and what else it paid is owed again. The trail has no values of answers. */
export async function applyEdit(
  { db, actor, audit, requestId, address }: Editing,
  { form, content }: FormToEdit,
  { header, changes, ...correction }: Correction,
): Promise<void> {
  const questions = changes.map(({ key }) => refOfKey(content, key))
  const shown = { questions, ...(correction.reason === null ? {} : { reason: correction.reason }) }
  const isUnchanged = changes.length === 0 && !header
  if (!isUnchanged) {
    const owed = { surveyId: form.surveyId, ids: [form.id], source: { actorId: actor.id, requestId, address } }
    const wasApproved = form.status === 'APPROVED'
    if (wasApproved) await cancelPayables(db, owed)
    await storeEdit(db, form, { ...correction, changes, header, editor: collectorOf(actor) })
    await flagAgain(db, form, content)
    if (wasApproved) await makePayables(db, owed)
  }
  audit({
    action: 'responses.edit',
    subjectType: 'form',
    subjectId: form.id,
    before: { formStatus: form.status, ...(header ? headerFacts(form) : {}) },
    after: {
      formStatus: isUnchanged ? form.status : 'EDITED',
      ...shown,
      ...(header ? headerFacts(header) : {}),
      ...(actor.program ? { collector: actor.username } : {}),
    },
  })
}

function headerFacts(header: FormInHand | HeaderColumns) {
  const { participantId, submittedAt, latitude, longitude, accuracy } = header
  return { participantId, submittedAt: new Date(submittedAt).toISOString(), latitude, longitude, accuracy }
}

/** `today()` of expressions is the day of the interview. */
export function dayOf(moment: string): string {
  return new Date(moment).toISOString().slice(0, 10)
}

/** The answers by files that were not there before; a change that is taken back names a file that the response has. */
export function newFiles(before: Answers, after: Answers): Answers {
  return Object.fromEntries(Object.entries(after).filter(([key, value]) => fileOf(value) !== fileOf(before[key])))
}

function fileOf(value: Answers[string] | undefined): number | undefined {
  return typeof value === 'object' && 'file' in value ? value.file : undefined
}
