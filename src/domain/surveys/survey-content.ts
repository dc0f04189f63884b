/** The content of a survey as it is published, and the one text of it that its checksum is made of. */
import { type Notices, noticesOf } from './notices.ts'
import type { SurveyFile } from './survey-files.ts'
import {
  type AnswerOption,
  expressionFields,
  type OptionList,
  type Question,
  type Repeat,
  type Section,
  type SkipRule,
  type SurveyContent,
} from './survey.ts'

/** The draft of a survey, as its tables hold it. */
export interface DraftContent {
  sections: readonly Section[]
  skips: readonly SkipRule[]
  notices?: Notices | undefined
  files?: readonly SurveyFile[] | undefined
}

/**
 * Exactly the content of a version, without other fields of the given rows (row versions, dates, ...). An unused field has
 * no key, so that a new kind of content changes no earlier checksum.
 */
export function contentOf({ sections, skips, notices, files = [] }: DraftContent): SurveyContent {
  const texts = noticesOf(notices)
  return {
    sections: sections.map(
      ({ id, title, media, formPath, groups, relevant, repeat, appearance, position, questions }) => ({
        id,
        title,
        ...used({ media, formPath, groups, relevant, repeat: repeat && repeatContent(repeat), appearance }),
        position,
        questions: questions.map(questionContent),
      }),
    ),
    ...(skips.length === 0 ? {} : { skips: skips.map(skipContent) }),
    ...(texts && { notices: texts }),
    ...(files.length === 0 ? {} : { files: files.map(fileContent) }),
  }
}

/** The rows of a list that is made at each reading are no part of a version. */
function fileContent({ id, name, kind, mime, bytes, md5, list, source }: SurveyFile): SurveyFile {
  if (source && list) return { id, name, kind, mime, bytes: 0, md5: '0'.repeat(32), list: { ...list, rows: 0 }, source }
  return { id, name, kind, mime, bytes, md5, ...used({ list }) }
}

function repeatContent({ max, countCode, depth }: Repeat): Repeat {
  return { max, ...used({ countCode, depth: depth === 1 ? undefined : depth }) }
}

function questionContent(question: Question): Question {
  const { id, code, formPath, text, help, type, required, guidance, media, readOnly, appearance, saveTo } = question
  const { filterable, identifying, personal, position, list } = question
  const { min, max, step, maxLength, regex, message, requiredMessage } = question.validation
  const validation = used({ min, max, step, maxLength, regex, message, requiredMessage })
  const expressions = used(Object.fromEntries(expressionFields.map((field) => [field, question[field]])))
  const more = used({
    formPath,
    appearance,
    guidance,
    media,
    readOnly: readOnly || undefined,
    saveTo,
    list: list && listContent(list),
  })
  const flags = { filterable, identifying, personal }
  // Options that were typed before its list was chosen wait in the draft.
  const answers = list ? [] : question.answers.map(answerContent)
  return { id, code, text, help, type, required, validation, ...expressions, ...more, ...flags, position, answers }
}

function listContent({ file, value, label }: OptionList): OptionList {
  return { file, ...used({ value, label }) }
}

function answerContent({
  id,
  code,
  text,
  isOther,
  exclusive,
  parentCode,
  columns,
  media,
  position,
}: AnswerOption): AnswerOption {
  return { id, code, text, isOther, exclusive, ...used({ parentCode, columns, media }), position }
}

function used<Value extends object>(value: Value): Partial<Value> {
  const entries = Object.entries(value).filter(([, each]) => each !== undefined && each !== null)
  return Object.fromEntries(entries) as Partial<Value>
}

function skipContent(rule: SkipRule): SkipRule {
  const { id, fromQuestionId, operator, value, answerId, action, target, priority } = rule
  return { id, fromQuestionId, operator, value, answerId, action, target, priority }
}

/**
 * JSON without blanks, the keys of every object in order of their code units. Equal content is then equal text,
 * wherever it was stored in between.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (isObject(inner) ? sortedByKey(inner) : inner))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sortedByKey(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
