/** The changes that the builder offers, each with the calls that take it back. */
import { answers, optionFiles } from '#contract/answers.ts'
import { questions } from '#contract/questions.ts'
import { sections } from '#contract/sections.ts'
import { type Skip, skips } from '#contract/skips.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import type { Answer } from '#contract/answers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Question } from '#contract/questions.ts'
import { ApiError } from '../../../api/api-error.ts'
import { newKey } from '../../../api/client.ts'
import { csvText } from '#domain/text/csv.ts'
import type { Builder } from './builder.ts'
import type { PastedOption } from './pasted-options.ts'
import { copyOf, restore } from './restore.ts'
import { referencesTo } from './references.ts'
import {
  inOrder,
  type Kind,
  orderWith,
  type Part,
  questionsIn,
  rowOf,
  siblingsOf,
  type TextField,
  textsOf,
  withRow,
} from './survey-parts.ts'

const resources = { section: sections, question: questions, answer: answers, skip: skips } as const

export interface TextEdit extends Part {
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
  builder.canUndo(undoText, () => writeText(builder, { ...back, id: builder.idNow(edit.kind, edit.id) }))
}

async function writeText(builder: Builder, edit: TextEdit): Promise<void> {
  const { kind, id, field, language, text, before } = edit
  const row = rowOf(builder.survey(), edit)
  if (!row) throw new ApiError(404, 'NOT_FOUND', 'Not found', {})
  const known = textsOf(row, field)
  // Loaded again in the meantime, the page itself knows their text.
  if ((known[language] ?? '') !== before && (known[language] ?? '') !== text)
    throw new TextConflict(known[language] ?? '')
  const { [language]: _old, ...others } = known
  const texts = text === '' ? others : { ...known, [language]: text }
  const value = field === 'help' && Object.keys(texts).length === 0 ? null : texts
  try {
    const update = resources[kind].update as typeof questions.update
    const answer = await builder.call(update, { params: { id }, body: { [field]: value, version: row.version } })
    builder.show((survey) => withRow(survey, kind, answer.data))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'STALE') throw error
    // Theirs is shown; where they left this text alone, ours goes on top of it.
    builder.show((survey) => withRow(survey, kind, error.data as Question))
    await writeText(builder, edit)
  }
}

const orders = {
  section: (id: number, ids: number[]) => [sections.reorder, { params: { surveyId: id }, body: { ids } }] as const,
  question: (id: number, ids: number[]) => [questions.reorder, { params: { sectionId: id }, body: { ids } }] as const,
  answer: (id: number, ids: number[]) => [answers.reorder, { params: { questionId: id }, body: { ids } }] as const,
}

async function order(builder: Builder, kind: Kind, parent: number, ids: number[]): Promise<void> {
  const [endpoint, input] = orders[kind](parent, ids)
  const answer = await builder.call(endpoint as typeof answers.reorder, input as never)
  const rows = kind === 'question' ? (answer as unknown as { questions: Answer[] }).questions : answer.data
  builder.show((survey) => rows.reduce((changed, row) => withRow(changed, kind, row), survey))
}

/** Puts a part at a place among its siblings, counted from 0; a question also into another section. */
export async function place(builder: Builder, part: Part, at: number, undoText: string, into?: number): Promise<void> {
  const { kind, id } = part
  const before = siblingsOf(builder.survey(), part)
  const parent = into ?? before.parent
  const back = async () => {
    const now = builder.idNow(kind, id)
    const ids = before.ids.map((each) => builder.idNow(kind, each))
    if (parent !== before.parent) await send(builder, { kind, id: now }, builder.idNow('section', before.parent))
    await order(builder, kind, kind === 'section' ? before.parent : builder.idNow(parentKind[kind], before.parent), ids)
  }
  await builder.run(async () => {
    if (parent !== before.parent) await send(builder, part, parent)
    await order(builder, kind, parent, orderWith(siblingsOf(builder.survey(), part).ids, id, at))
  })
  builder.canUndo(undoText, back)
}

const parentKind = { question: 'section', answer: 'question' } as const

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
export function canDelete(builder: Builder, part: Part | { kind: 'skip'; id: number }, undoText: string): void {
  const own = rulesNaming(builder.survey(), part)
  builder.canUndo(undoText, async () => {
    const { remove } = resources[part.kind] as typeof resources.question
    const id = builder.idNow(part.kind, part.id)
    const known = new Set(own.map((rule) => builder.idNow('skip', rule.id)))
    const rules = rulesNaming(await builder.reload(), { ...part, id })
    const takesRules = rules.length > 0 && rules.every((rule) => known.has(rule.id))
    await builder.call(remove, { params: { id }, query: takesRules ? { withRules: 'true' } : {} })
    await builder.reload()
  })
}

function rulesNaming(survey: SurveyDetail, part: Part | { kind: 'skip'; id: number }): Skip[] {
  return part.kind === 'skip' ? [] : referencesTo(survey, part).rules
}

/** A record that a form changed is as before again. */
export function canRevert(
  builder: Builder,
  kind: Kind | 'skip',
  before: object,
  after: object,
  undoText: string,
): void {
  const { id } = before as { id: number }
  const { fields, update } = resources[kind] as unknown as {
    fields: { shape: object }
    update: typeof questions.update
  }
  const same = (name: string) => JSON.stringify(read(before, name)) === JSON.stringify(read(after, name))
  const body = Object.fromEntries(
    Object.keys(fields.shape)
      .filter((name) => !same(name))
      .map((name) => [name, read(before, name) ?? null]),
  )
  if (Object.keys(body).length === 0) return
  builder.canUndo(undoText, async () => {
    await builder.call(update, { params: { id: builder.idNow(kind, id) }, body })
    await builder.reload()
  })
}

function read(row: object, name: string): unknown {
  return (row as Record<string, unknown>)[name]
}

/** Deletes a part with the rules that name it. */
export async function remove(builder: Builder, part: Part | { kind: 'skip'; id: number }, undoText: string) {
  const survey = builder.survey()
  const { rules } =
    part.kind === 'skip' ? { rules: survey.skips.filter(({ id }) => id === part.id) } : referencesTo(survey, part)
  const copy = copyOf(survey, part, rules)
  await builder.run(async () => {
    const { remove: call } = resources[part.kind] as unknown as { remove: Endpoint }
    const query = part.kind !== 'skip' && rules.length > 0 ? { query: { withRules: 'true' } } : {}
    await builder.call(call, { params: { id: part.id }, ...query })
    await builder.reload()
  })
  builder.canUndo(undoText, () => restore(builder, copy))
}

/** Options to add, in one call. */
export async function addOptions(
  builder: Builder,
  { questionId, language, options }: { questionId: number; language: string; options: readonly PastedOption[] },
  undoText: string,
): Promise<void> {
  const known = new Set(optionsOf(builder, questionId).map(({ id }) => id))
  await builder.run(async () => {
    const lines = [['code', `label_${language}`], ...options.map(({ code, label }) => [code, label])]
    const file = new File([csvText(lines)], 'options.csv', { type: 'text/csv' })
    await builder.call(optionFiles.upload, { params: { questionId }, file })
    await builder.reload()
  })
  const made = optionsOf(builder, questionId).filter(({ id }) => !known.has(id))
  builder.canUndo(undoText, async () => {
    for (const ids of inParts(made.map(({ id }) => builder.idNow('answer', id)))) {
      await builder.call(answers.removeMany, { body: { ids } })
    }
    await builder.reload()
  })
}

function inParts(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / 1000) }, (_, n) => ids.slice(n * 1000, (n + 1) * 1000))
}

export function optionsOf(builder: Builder, questionId: number): Answer[] {
  return inOrder(questionsIn(builder.survey()).find(({ id }) => id === questionId)?.answers ?? [])
}
