/** Rows of an uploaded workbook that say something else than their stored responses: shown first, then edits like any other. */
import { createHash } from 'node:crypto'
import { maxWorkbookUpdates, type WorkbookUpdates } from '#contract/response-files.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type AnswerChange, type EditedAnswers, editAnswers, type GivenAnswer } from '#domain/answers/answer-edit.ts'
import { meaningOf, refOfKey } from '#domain/answers/answer-keys.ts'
import type { Answers, AnswerValue } from '#domain/answers/answers.ts'
import { numbersOf } from '#domain/answers/rosters.ts'
import type { Problem } from '#domain/problems.ts'
import { deepestRepeat, type SurveyContent } from '#domain/surveys/survey.ts'
import { AppError } from '../../errors.ts'
import { answerCell } from '../../excel/answer-cells.ts'
import type { Actor, Context } from '../../http/context.ts'
import { actRefusals } from '../../scope.ts'
import { hasColumn } from '../download/columns.ts'
import { applyEdit, dayOf, takeInHand } from '../edit/edit.ts'
import type { FormInHand } from '../edit/edit-store.ts'

export type Editing = Pick<Context<Endpoint>, 'db' | 'actor' | 'audit' | 'requestId' | 'address'>

/** A row that differs from the stored response of its form key in answers alone. */
export interface DifferingRow {
  row: number
  id: number
  formKey: string
  answers: Answers
}

/** A row that may replace the answers of the response. */
export interface Update extends DifferingRow {
  form: FormInHand
  content: SurveyContent
  edited: EditedAnswers
}

/** What `answer_change` says of these edits. */
const reason = 'workbook'

/** Whether the caller may change responses of the survey at all: else a row that differs is one that is refused. */
export async function mayUpdate({ db, actor }: Pick<Editing, 'db' | 'actor'>, surveyId: number): Promise<boolean> {
  return actor.permissions.has('responses.edit') && (await actRefusals(db, actor, 'review', [surveyId])).size === 0
}

/** The effect of a row on its response, which it locks; SAME when the reason is outside the cells. */
export async function readUpdate(context: Editing, differing: DifferingRow): Promise<Update | Problem | 'SAME'> {
  const inHand = await takeInHand(context, differing.id, undefined).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'RESPONSE_LOCKED') return undefined
    throw error
  })
  if (!inHand) return { code: 'RESPONSE_LOCKED' }
  const { form, content } = inHand
  const given = givenBy(content, form.answers, differing.answers)
  const edited = editAnswers(content, form.answers, given, { today: dayOf(form.submittedAt), source: 'EDIT' })
  const [wrong] = edited.problems
  if (wrong) return { ...wrong }
  if (edited.changes.some(({ key }) => isHidden(content, key, context.actor))) return { code: 'FORM_EXISTS' }
  return edited.changes.length === 0 ? 'SAME' : { ...differing, form, content, edited }
}

/** A workbook says nothing of files and calculated answers, so these stay. All other cells count, even blank ones. */
function givenBy(content: SurveyContent, stored: Answers, said: Answers): Map<string, GivenAnswer> {
  const keys = new Set([...Object.keys(stored), ...Object.keys(said)])
  const isSaid = (key: string) => {
    const meaning = meaningOf(content, key)
    return meaning !== undefined && (!meaning.question || hasColumn(meaning.question))
  }
  return new Map([...keys].filter(isSaid).map((key) => [key, said[key] ?? null]))
}

/** What a caller cannot see they cannot change, nor learn from the difference. */
function isHidden(content: SurveyContent, key: string, { permissions }: Actor): boolean {
  return meaningOf(content, key)?.question?.personal === true && !permissions.has('responses.personal')
}

/** Refused with the differences, unless the caller confirms just these. */
export function requireConfirmed(updates: readonly Update[], confirmed: string | undefined): void {
  if (updates.length === 0) return
  const confirm = markOf(updates)
  if (confirm === confirmed) return
  const data: WorkbookUpdates = {
    confirm,
    updates: updates.map(({ row, id, formKey, content, edited }) => ({
      row,
      formKey,
      responseId: id,
      changes: inOrder(content, edited.changes).map(({ key, before, after, source }) => ({
        question: refOfKey(content, key),
        text: meaningOf(content, key)?.question?.text ?? meaningOf(content, key)?.section.title ?? {},
        before: cellOf(before),
        after: cellOf(after),
        source,
      })),
    })),
  }
  throw new AppError('WORKBOOK_UPDATES', { data })
}

/** In the order of the survey, each repetition as a whole. */
function inOrder(content: SurveyContent, changes: readonly AnswerChange[]): AnswerChange[] {
  const rankOf = ({ key }: AnswerChange): number[] => {
    const meaning = meaningOf(content, key)
    if (!meaning) return [content.sections.length]
    const { section, question, repetition, isOther } = meaning
    const place = question ? section.questions.indexOf(question) : -1
    const numbers = Array.from({ length: deepestRepeat }, (_, depth) => numbersOf(repetition)[depth] ?? 0)
    return [content.sections.indexOf(section), ...numbers, place, Number(isOther)]
  }
  const ranked = changes.map((change) => ({ change, rank: rankOf(change) }))
  ranked.sort((one, other) => {
    const at = one.rank.findIndex((each, index) => each !== other.rank[index])
    return (one.rank[at] ?? 0) - (other.rank[at] ?? 0)
  })
  return ranked.map(({ change }) => change)
}

/** Another difference has another mark, be it by the file or by an edit in the meantime. */
function markOf(updates: readonly Update[]): string {
  const facts = updates.map(({ id, form, edited }) => [id, form.version, edited.changes])
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32)
}

function cellOf(value: AnswerValue | null): string | number | null {
  return value === null ? null : answerCell(value)
}

export async function applyUpdates(context: Editing, updates: readonly Update[]): Promise<void> {
  for (const { form, content, edited } of updates) {
    const { answers, changes } = edited
    await applyEdit(context, { form, content }, { reason, answers, changes })
  }
}

export function refuseTooMany(rows: number): void {
  if (rows > maxWorkbookUpdates)
    throw new AppError('WORKBOOK_TOO_MANY_UPDATES', { data: { rows, atMost: maxWorkbookUpdates } })
}
