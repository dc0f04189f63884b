/** The changes between two contents of a survey: added, changed, moved and removed parts (product.md §4, versions). */
import { canonicalJson } from './survey-content.ts'
import { type Notice, type NoticePlace, noticePlaces } from './notices.ts'
import type { SurveyFile } from './survey-files.ts'
import type { AnswerOption, Question, Section, SkipRule, SurveyContent } from './survey.ts'

export const contentKinds = ['NOTICE', 'SECTION', 'QUESTION', 'ANSWER', 'SKIP', 'FILE'] as const
type ContentKind = (typeof contentKinds)[number]

interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

export interface ContentChange {
  of: ContentKind
  id: number
  change: 'ADDED' | 'CHANGED' | 'REMOVED'
  /** The question it is or belongs to; null for a section. */
  questionId: number | null
  /** How people know it: the code of a question or an option, the position of a section, the id of a rule, the place of a text. */
  name: string
  /** Of a change: each field that differs. */
  fields: FieldChange[]
  /** Whether responses to the published version stay as good as they are: it needs no new version. */
  inPlace: boolean
}

/** Texts, translations, looks and order. */
const inPlaceFields: readonly string[] = [
  'title',
  'text',
  'help',
  'guidance',
  'media',
  'groups',
  'position',
  'message',
  'requiredMessage',
  'appearance',
]

interface Part {
  of: ContentKind
  id: number
  questionId: number | null
  name: string
  fields: Record<string, unknown>
}

/** By section, question and option in the order of `after`; the removed ones come last. `before` null: all is new. */
export function contentChanges(before: SurveyContent | null, after: SurveyContent): ContentChange[] {
  const old = new Map((before ? partsOf(before) : []).map((part) => [keyOf(part), part]))
  const changes: ContentChange[] = []
  for (const part of partsOf(after)) {
    const was = old.get(keyOf(part))
    old.delete(keyOf(part))
    const { of, id, questionId, name } = part
    if (!was) {
      const inPlace = (of === 'ANSWER' && hasQuestion(before, questionId)) || (of === 'NOTICE' && name !== 'consent')
      changes.push({ of, id, questionId, name, change: 'ADDED', fields: [], inPlace })
      continue
    }
    const fields = changedFields(was.fields, part.fields)
    if (fields.length === 0) continue
    // The version of a response shows the text that people agreed to.
    const inPlace = of === 'NOTICE' ? name !== 'consent' : fields.every(({ field }) => inPlaceFields.includes(field))
    changes.push({ of, id, questionId, name, change: 'CHANGED', fields, inPlace })
  }
  for (const { of, id, questionId, name } of old.values()) {
    const inPlace = of === 'NOTICE' && name !== 'consent'
    changes.push({ of, id, questionId, name, change: 'REMOVED', fields: [], inPlace })
  }
  return changes
}

/** How many skip rules and conditions differ: a long list of changes hides the one that matters. */
export function logicChanges(
  before: SurveyContent | null,
  after: SurveyContent,
): { rules: number; conditions: number } {
  const [old, now] = [before, after].map(
    (content) => new Map((content ? partsOf(content) : []).map((part) => [keyOf(part), part])),
  )
  const differs = (key: string, field: string) =>
    canonicalJson(old?.get(key)?.fields[field] ?? null) !== canonicalJson(now?.get(key)?.fields[field] ?? null)
  const keys = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])]
  return {
    rules: contentChanges(before, after).filter(({ of }) => of === 'SKIP').length,
    conditions: keys.flatMap((key) => ['relevant', 'constraint', 'optionFilter'].filter((field) => differs(key, field)))
      .length,
  }
}

/** Whether the changes may go into a revision of the published version; otherwise they take the next version. */
export function fitsRevision(changes: readonly ContentChange[]): boolean {
  return changes.length > 0 && changes.every(({ inPlace }) => inPlace)
}

function keyOf({ of, id, name }: Part): string {
  return `${of} ${of === 'FILE' ? name : id}`
}

function hasQuestion(content: SurveyContent | null, id: number | null): boolean {
  return content?.sections.some(({ questions }) => questions.some((question) => question.id === id)) ?? false
}

function partsOf({ sections, skips = [], notices = {}, files = [] }: SurveyContent): Part[] {
  return [
    ...noticePlaces.flatMap((place, index) => noticeParts(place, index + 1, notices[place])),
    ...sections.flatMap((section, index) => [sectionPart(section, index), ...questionParts(section)]),
    ...skips.map(skipPart),
    ...files.map(filePart),
  ]
}

/** Of a place, whichever text is there. */
function noticeParts(name: NoticePlace, id: number, notice: Notice | undefined): Part[] {
  if (!notice) return []
  const { title, version, body } = notice
  return [{ of: 'NOTICE', id, questionId: null, name, fields: { notice: title, version, text: body } }]
}

/** Positions are told as places among siblings: a gap between two numbers means nothing. */
function sectionPart({ id, questions: _questions, position: _position, ...fields }: Section, index: number): Part {
  return { of: 'SECTION', id, questionId: null, name: String(index + 1), fields: { ...fields, position: index + 1 } }
}

function questionParts({ id: section, questions }: Section): Part[] {
  return questions.flatMap((question, index) => {
    const { id, code, answers, position: _position, validation, ...fields } = question
    const { message, requiredMessage, ...bounds } = validation
    const all = { ...fields, code, section, validation: bounds, message, requiredMessage, position: index + 1 }
    return [
      { of: 'QUESTION', id, questionId: id, name: code, fields: all },
      ...answerParts(id, answers),
    ] satisfies Part[]
  })
}

function answerParts(questionId: Question['id'], answers: readonly AnswerOption[]): Part[] {
  const ordered = answers.toSorted((a, b) => a.position - b.position || a.id - b.id)
  return ordered.map(({ id, position: _position, ...fields }, index) => ({
    of: 'ANSWER',
    id,
    questionId,
    name: fields.code,
    fields: { ...fields, position: index + 1 },
  }))
}

function skipPart({ id, fromQuestionId, ...fields }: SkipRule): Part {
  return { of: 'SKIP', id, questionId: fromQuestionId, name: String(id), fields: { fromQuestionId, ...fields } }
}

/** By its name: another file of the same name takes its place. */
function filePart({ id, name, kind, bytes, md5 }: SurveyFile): Part {
  return { of: 'FILE', id, questionId: null, name, fields: { fileKind: kind, bytes, md5 } }
}

function changedFields(before: Record<string, unknown>, after: Record<string, unknown>): FieldChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names]
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter(({ before: was, after: is }) => canonicalJson(was) !== canonicalJson(is))
}
