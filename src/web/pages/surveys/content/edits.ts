/** The changes that the builder offers, each with the calls that take it back. */
import { type Answer, answers } from '#contract/answers.ts'
import { type Question, questions } from '#contract/questions.ts'
import { type Section, sections } from '#contract/sections.ts'
import { type ContentPart, skips } from '#contract/skips.ts'
import { type SurveyDetail, surveys } from '#contract/surveys.ts'
import { texts } from '#contract/texts.ts'
import type { Notice } from '#domain/surveys/notices.ts'
import type { Endpoint, ObjectSchema } from '#contract/endpoint.ts'
import { ApiError } from '../../../api/api-error.ts'
import { newKey } from '../../../api/client.ts'
import { startingValues, updateBody } from '../../../form/form-state.ts'
import type { Builder } from './builder.ts'
import type { PastedOption } from './pasted-options.ts'
import { firstMax, newQuestion, newSection } from './new-question.ts'
import { referencesTo } from './references.ts'
import {
  type Kind,
  orderWith,
  type Part,
  type PartRow,
  rowOf,
  siblingsOf,
  type TextField,
  type TextOwner,
  textsOf,
  withRow,
} from './survey-parts.ts'

/** Without any text they are refused. */
const duties: readonly TextField[] = ['title', 'text', 'body']

/** Also of the survey around them, and its kept texts. */
const owners = { survey: surveys, notice: texts, section: sections, question: questions, answer: answers } as const

export const resources = { section: sections, question: questions, answer: answers, skip: skips } as const

export interface TextEdit extends TextOwner {
  field: TextField
  language: string
  /** '' takes the text away in this language. */
  text: string
  /** What it was when this person began to write. */
  before: string
}

/** Another person changed the same text in the meantime. */
export class TextConflict extends Error {
  readonly theirs: string

  constructor(theirs: string) {
    super('Another person changed this text')
    this.theirs = theirs
  }
}

export async function saveText(builder: Builder, edit: TextEdit, undoText: string): Promise<void> {
  await builder.run(() => writeText(builder, edit))
  const back = { ...edit, text: edit.before, before: edit.text }
  builder.canUndo(undoText, () => writeText(builder, back))
}

function writeText(builder: Builder, edit: TextEdit): Promise<void> {
  const { field, language, text, before } = edit
  return change(builder, edit, (row) => {
    const known = textsOf(row, field)
    // Loaded again in the meantime, the page itself knows their text.
    if ((known[language] ?? '') !== before && (known[language] ?? '') !== text)
      throw new TextConflict(known[language] ?? '')
    const { [language]: _old, ...others } = known
    const texts = text === '' ? others : { ...known, [language]: text }
    const value = Object.keys(texts).length > 0 ? texts : duties.includes(field) ? {} : null
    return 'validation' in row && field.endsWith('essage')
      ? { validation: { ...row.validation, [field]: value ?? undefined } }
      : { [field]: value }
  })
}

/** Changes a row as it is by now. Where another person saved it in the meantime, theirs is shown, and ours goes on top. */
async function change(
  builder: Builder,
  owner: TextOwner,
  bodyOf: (row: PartRow | SurveyDetail | Notice) => object,
): Promise<void> {
  const { kind, id } = owner
  const row = rowOf(builder.survey(), owner)
  if (!row) throw new ApiError(404, 'NOT_FOUND', 'Not found', {})
  try {
    const update = owners[kind].update as typeof questions.update
    const answer = await builder.call(update, { params: { id }, body: { ...bodyOf(row), version: row.version } })
    builder.show((survey) => withRow(survey, kind, answer.data))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'STALE') throw error
    builder.show((survey) => withRow(survey, kind, error.data as Question))
    await change(builder, owner, bodyOf)
  }
}

/** Other languages for the survey, which it keeps without a text, too. */
export async function changeLanguages(
  builder: Builder,
  next: (languages: readonly string[]) => readonly string[],
  undoText: string,
): Promise<void> {
  const owner = { kind: 'survey', id: builder.surveyId } as const
  const { languages: before } = builder.survey()
  await builder.run(() => change(builder, owner, () => ({ languages: next(builder.survey().languages) })))
  builder.canUndo(undoText, () => change(builder, owner, () => ({ languages: before })))
}

async function order(builder: Builder, kind: Kind, parent: number, ids: number[]): Promise<void> {
  const params = { surveyId: parent, sectionId: parent, questionId: parent }
  const answer = await builder.call<Endpoint>(resources[kind].reorder, { params, body: { ids } })
  const { data, questions: rows = data } = answer as { data: Question[]; questions?: Question[] }
  showRows(builder, kind, rows)
}

function showRows(builder: Builder, kind: Kind, rows: readonly (Section | Question | Answer)[]): void {
  builder.show((survey) => rows.reduce<SurveyDetail>((changed, row) => withRow(changed, kind, row), survey))
}

/** Puts a part at a place among its siblings, counted from 0; a question also into another section. */
export async function place(builder: Builder, part: Part, at: number, undoText: string, into?: number): Promise<void> {
  const { kind, id } = part
  const before = siblingsOf(builder.survey(), part)
  const parent = into ?? before.parent
  const back = async () => {
    if (parent !== before.parent) await send(builder, part, before.parent)
    await order(builder, kind, before.parent, before.ids)
  }
  await builder.run(async () => {
    if (parent !== before.parent) await send(builder, part, parent)
    await order(builder, kind, parent, orderWith(siblingsOf(builder.survey(), part).ids, id, at))
  })
  builder.canUndo(undoText, back)
}

async function send(builder: Builder, { id }: Part, sectionId: number): Promise<void> {
  const answer = await builder.call(questions.update, { params: { id }, body: { sectionId } })
  builder.show((survey) => withRow(survey, 'question', answer.data))
}

export async function duplicate(builder: Builder, id: number, undoText: string): Promise<number> {
  const { data } = await builder.run(async () => {
    const answer = await builder.call(questions.duplicate, { params: { questionId: id }, idempotencyKey: newKey() })
    await builder.reload()
    return answer
  })
  canDelete(builder, { kind: 'question', id: data.id }, undoText)
  return data.id
}

/** A part that was just made goes again, with the rules that came with it; a later rule that names it keeps it. */
export function canDelete(builder: Builder, part: ContentPart, undoText: string): void {
  const own = new Set(referencesTo(builder.survey(), part).rules.map(({ id }) => id))
  builder.canUndo(undoText, async () => {
    const { rules } = referencesTo(await builder.reload(), part)
    await callRemove(builder, part, rules.length > 0 && rules.every(({ id }) => own.has(id)))
  })
}

/** A record as the server answered it. What renames and rules mean for other parts is loaded. */
export async function showRow(
  builder: Builder,
  kind: ContentPart['kind'],
  row: { id: number },
  changed: readonly string[] = [],
): Promise<void> {
  if (kind === 'skip' || changed.includes('code')) await builder.reload()
  else builder.show((survey) => withRow(survey, kind, row as Question))
}

async function callRemove(builder: Builder, { kind, id }: ContentPart, takesRules: boolean): Promise<void> {
  const call: Endpoint = resources[kind].remove
  await builder.call(call, { params: { id }, query: takesRules ? { withRules: 'true' } : {} })
  await builder.reload()
}

/** A record that a form changed is as before again. */
export function canRevert(
  builder: Builder,
  kind: ContentPart['kind'],
  before: { id: number },
  after: object,
  undoText: string,
): void {
  const { fields, update }: { fields: ObjectSchema; update: Endpoint } = resources[kind]
  const body = updateBody(startingValues(fields, after), startingValues(fields, before))
  if (Object.keys(body).length === 0) return
  builder.canUndo(undoText, async () => {
    await builder.call(update, { params: { id: before.id }, body })
    await builder.reload()
  })
}

/** Deletes a part with the rules that name it. */
export async function remove(builder: Builder, part: ContentPart, undoText: string): Promise<void> {
  await builder.run(() => callRemove(builder, part, referencesTo(builder.survey(), part).rules.length > 0))
  builder.canUndo(undoText, async () => {
    await builder.call(surveys.restore, { params: { surveyId: builder.surveyId }, body: part })
    await builder.reload()
  })
}

interface NewText {
  language: string
  text: string
}

/** A section behind another one, else at the end. */
export function addSection(
  builder: Builder,
  { language, text, repeats, after }: NewText & { repeats: boolean; after: number | undefined },
  undoText: string,
): Promise<number> {
  const repeat = repeats ? { max: firstMax } : null
  const body = { ...newSection, surveyId: builder.surveyId, title: { [language]: text }, repeat }
  const { ids } = siblingsOf(builder.survey(), { kind: 'section', id: 0 })
  return add(builder, 'section', body, after === undefined ? undefined : ids[ids.indexOf(after) + 1], undoText)
}

/** A question before another one, else at the end of its section. */
export function addQuestion(
  builder: Builder,
  { before, language, text, ...place }: NewText & Pick<Question, 'sectionId' | 'type'> & { before: number | undefined },
  undoText: string,
): Promise<number> {
  return add(builder, 'question', { ...newQuestion, ...place, text: { [language]: text } }, before, undoText)
}

async function add(
  builder: Builder,
  kind: 'section' | 'question',
  body: object,
  before: number | undefined,
  undoText: string,
): Promise<number> {
  const id = await builder.run(async () => {
    const create = resources[kind].create as typeof questions.create
    const { data } = await builder.call(create, { body, idempotencyKey: newKey() } as never)
    const next = before === undefined ? undefined : rowOf(builder.survey(), { kind, id: before })
    // In its place at once.
    const position = next ? next.position - 0.5 : data.position
    builder.show((survey) => withRow(survey, kind, { ...data, position }))
    const { parent, ids } = siblingsOf(builder.survey(), { kind, id: data.id })
    if (next) await order(builder, kind, parent, orderWith(ids, data.id, ids.indexOf(next.id) - 1))
    return data.id
  })
  canDelete(builder, { kind, id }, undoText)
  return id
}

/** Options to add, in one call. */
export async function addOptions(
  builder: Builder,
  { questionId, language, options }: { questionId: number; language: string; options: readonly PastedOption[] },
  undoText: (code: string) => string,
): Promise<void> {
  const made = await builder.run(async () => {
    const body = { answers: options.map(({ code, label }) => ({ code, text: { [language]: label } })) }
    const { data } = await builder.call(answers.createMany, { params: { questionId }, body, idempotencyKey: newKey() })
    showRows(builder, 'answer', data)
    return data.map(({ id }) => id)
  })
  const row = rowOf(builder.survey(), { kind: 'question', id: questionId })
  builder.canUndo(undoText(row && 'code' in row ? row.code : ''), async () => {
    for (let from = 0; from < made.length; from += 1000)
      await builder.call(answers.removeMany, { body: { ids: made.slice(from, from + 1000) } })
    await builder.reload()
  })
}
