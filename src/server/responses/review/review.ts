/** A reviewer's verdict on one response or on many: lock, decide by the domain's rules, move, settle the payment. */
import type { BulkResult, BulkRow } from '#contract/fields.ts'
import { maxListedOk } from '#contract/responses.ts'
import { formName } from '#domain/answers/form-name.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { errorText } from '../../errors.ts'
import type { HighestAmounts } from '#domain/surveys/highest-amount.ts'
import { moveRefusal } from '#domain/answers/response.ts'
import type { AuditEntry, AuditSource } from '../../audit.ts'
import type { Db } from '../../db/pool.ts'
import { cancelPayables, makePayables, payingTooMuch } from '../../payments/steps/payables.ts'
import { lockPayees } from '../../payments/steps/payment-sets.ts'
import { putNotes } from './review-notes.ts'
import { type FormUnderReview, heldByPayment, moveForms, type Verdict } from './review-store.ts'

export interface Review {
  db: Db
  verdict: Verdict
  source: AuditSource
  audit: (entry: AuditEntry) => void
  /** Surveys in which the reviewer may not judge, and why. */
  closed: ReadonlyMap<number, ErrorCode>
  /** The highest amounts that an approval may make due. */
  highest: HighestAmounts
}

export interface Reviewed {
  moved: FormUnderReview[]
  refused: { form: FormUnderReview; code: ErrorCode }[]
}

/** Moves what may move of the locked forms. */
export async function reviewForms(review: Review, forms: readonly FormUnderReview[]): Promise<Reviewed> {
  const { db, verdict, audit, closed, highest } = review
  await lockPayees(db, forms)
  const approved = forms.filter(({ status }) => status === 'APPROVED' && verdict.to !== 'APPROVED')
  const held = await heldByPayment(
    db,
    approved.map(({ id }) => id),
  )
  const surveyIds = verdict.to === 'APPROVED' ? [...new Set(forms.map(({ surveyId }) => surveyId))] : []
  const tooHigh = await payingTooMuch(db, surveyIds, highest)
  const moved: FormUnderReview[] = []
  const refused: Reviewed['refused'] = []
  for (const form of forms) {
    const refusal = closed.get(form.surveyId) ?? moveRefusal(form.status, verdict.to)
    const unpaid = tooHigh.has(form.surveyId) ? 'AMOUNT_TOO_HIGH' : undefined
    const code = refusal ?? unpaid ?? (held.has(form.id) ? 'RESPONSE_LOCKED' : undefined)
    if (code) refused.push({ form, code })
    else moved.push(form)
  }
  if (moved.length > 0) await apply(review, moved)
  const after = { formStatus: verdict.to, reason: verdict.reason, issueCategoryId: verdict.issueCategoryId }
  for (const { id, status } of moved)
    audit({ action: 'responses.review', subjectType: 'form', subjectId: id, before: { formStatus: status }, after })
  return { moved, refused }
}

/**
 * An approval makes the payment in the same transaction, taking it back cancels the payment. What else a cancelled payment
 * paid is owed again, perhaps together with others that wait.
 */
async function apply({ db, verdict, source }: Review, moved: readonly FormUnderReview[]): Promise<void> {
  const takenBack = moved.filter(({ status }) => status === 'APPROVED')
  for (const [surveyId, ids] of idsBySurvey(takenBack)) await cancelPayables(db, { surveyId, ids, source })
  await moveForms(db, moved, verdict)
  if (verdict.to === 'HAS_ISSUES') await putNotes(db, moved, verdict.notes ?? [])
  const changed = verdict.to === 'APPROVED' ? moved : takenBack
  for (const [surveyId, ids] of idsBySurvey(changed)) await makePayables(db, { surveyId, ids, source })
}

function idsBySurvey(forms: readonly FormUnderReview[]): [surveyId: number, ids: number[]][] {
  return [...Map.groupBy(forms, ({ surveyId }) => surveyId)].map(([surveyId, group]) => [
    surveyId,
    group.map(({ id }) => id),
  ])
}

/** `missing`: the named ids without a response. */
export function bulkResultOf({ moved, refused }: Reviewed, to: string, missing: readonly number[]): BulkResult {
  const rows = [
    ...refused.map(({ form, code }) => bulkRow(form.id, code, form)),
    ...missing.map((id) => bulkRow(id, 'NOT_FOUND')),
  ]
  const listed = moved.length > maxListedOk ? [] : moved
  const skipped = refused.filter(({ code }) => code === 'ALREADY_DONE').length
  return {
    requested: moved.length + rows.length,
    succeeded: moved.length,
    failed: rows.length - skipped,
    skipped,
    results: [
      ...listed.map(({ id, status }): BulkRow => ({ id, ok: true, code: 'OK', message: '', from: status, to })),
      ...rows,
    ],
  }
}

function bulkRow(id: number, code: ErrorCode, form?: FormUnderReview): BulkRow {
  return {
    id,
    ok: code === 'ALREADY_DONE',
    code,
    message: errorText(code),
    ...(form ? { from: form.status, title: formName(form.formKey) } : {}),
  }
}
