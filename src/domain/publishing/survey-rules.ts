/**
 * What may be published, and what may still change afterwards (product.md §4). The server refuses by these rules, the
 * page explains by them.
 */
import { allParentProblems } from '../answers/choice-filter.ts'
import type { ErrorCode } from '../errors.ts'
import { type HighestAmounts, highestProblems } from '../surveys/highest-amount.ts'
import { planOf } from '../answers/filling-plan.ts'
import { patternProblem } from '../expressions/pattern.ts'
import { unreachableProblems } from './reachability.ts'
import { listProblems } from './list-checks.ts'
import { allRepeatProblems } from './repeat-checks.ts'
import { traitsOf } from '../surveys/question-types.ts'
import { skipProblems } from './skip-checks.ts'
import { settingsProblems, type SurveySettings } from '../surveys/survey-settings.ts'
import { mediaNamedBy, mediaIn, type NamedMedia } from '../surveys/named-files.ts'
import { showsAs } from '../surveys/survey-files.ts'
import { type FieldProblem, under } from '../problems.ts'
import {
  choiceTypes,
  fixedColumns,
  type Question,
  type QuestionType,
  type SurveyContent,
  type SurveyStatus,
  scaleOf,
  type Validation,
} from '../surveys/survey.ts'

const publishableStatuses: readonly SurveyStatus[] = ['DRAFT', 'PILOT', 'PUBLISHED']

const boundNames: readonly (keyof Validation)[] = ['min', 'max', 'step', 'maxLength', 'regex', 'message']

/** The bounds that fit a type of question. */
export function boundsOf(type: QuestionType): (keyof Validation)[] {
  const { bounds, answer } = traitsOf(type)
  return answer ? [...bounds, 'message'] : [...bounds]
}

const reservedCodes = new Set(fixedColumns.map(folded))

/** Codes name columns, and spreadsheets do not tell `Q1` from `q1`. */
function folded(code: string): string {
  return code.toLowerCase()
}

/** Whether `code` is already among `codes`. */
export function codeTaken(code: string, codes: readonly string[]): boolean {
  return codes.some((taken) => folded(taken) === folded(code))
}

/** The free codes of `q1`, `q2`, ..., one after the other, counted from the number of codes. */
export function freeCodes(prefix: string, codes: readonly string[]): () => string {
  const taken = new Set(codes.map(folded))
  let n = codes.length
  return () => {
    do n += 1
    while (taken.has(folded(`${prefix}${n}`)))
    return `${prefix}${n}`
  }
}

interface NewOption {
  code: string
  parentCode?: string | null | undefined
}

/** The problems of new options beside those that their question has; paths such as `answers[3].code`. */
export function newOptionProblems(
  options: readonly NewOption[],
  { codes, parents }: { codes: readonly string[]; parents: ReadonlySet<string> },
): FieldProblem[] {
  const taken = new Set(codes.map(folded))
  return options.flatMap(({ code, parentCode }, index) => {
    const problems: FieldProblem[] = []
    if (taken.has(folded(code))) problems.push({ path: 'code', code: 'DUPLICATE' })
    if (parentCode && !parents.has(parentCode)) problems.push({ path: 'parentCode', code: 'UNKNOWN_PARENT_OPTION' })
    taken.add(folded(code))
    return under(`answers[${index}]`, problems)
  })
}

type QuestionShape = Pick<Question, 'code' | 'type' | 'validation'>

/** The problems of a question alone, drafts included. */
export function questionProblems({ code, type, validation }: QuestionShape): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (reservedCodes.has(folded(code))) problems.push({ path: 'code', code: 'RESERVED' })
  if (type === 'AUDIT' && code !== 'audit') problems.push({ path: 'code', code: 'AUDIT_CODE' })
  const fitting = boundsOf(type)
  for (const bound of boundNames) {
    const value = validation[bound]
    if (value === undefined) continue
    const isBroken = typeof value === 'number' && traitsOf(type).isWhole && !Number.isInteger(value)
    if (isBroken || !fitting.includes(bound)) problems.push({ path: `validation.${bound}`, code: 'NOT_FOR_TYPE' })
  }
  const { maxLength, regex } = validation
  const { min, max } = type === 'RANGE' ? scaleOf({ validation }) : validation
  const unusable = regex === undefined ? undefined : patternProblem(regex, maxLength)
  if (unusable) problems.push({ path: 'validation.regex', ...unusable })
  if (min !== undefined && max !== undefined && min > max)
    problems.push({ path: 'validation.min', code: 'MIN_ABOVE_MAX' })
  return problems
}

/** Everything that keeps the survey from being published, at once; paths such as `sections[0].questions[2].answers`. */
export function publishProblems(
  content: SurveyContent,
  settings: SurveySettings,
  highest: HighestAmounts,
): FieldProblem[] {
  return [...settingsProblems(settings), ...highestProblems(settings, highest), ...contentProblems(content)]
}

/** Everything that is wrong with the content of a draft, which may lack sections, questions and options. */
export function draftProblems(content: SurveyContent): FieldProblem[] {
  return contentProblems(content).filter(({ code }) => code !== 'TOO_FEW')
}

function contentProblems(content: SurveyContent): FieldProblem[] {
  const seen = new Set<string>()
  /** Each property is of one question. */
  const saved = new Set<Question['saveTo']>()
  const problems: FieldProblem[] = []
  if (content.sections.length === 0) problems.push({ path: 'sections', code: 'TOO_FEW', limit: 1 })
  content.sections.forEach(({ questions, media }, sectionIndex) => {
    const section = `sections[${sectionIndex}]`
    problems.push(...under(section, mediaProblems(mediaIn(media, 'media'), content.files)))
    if (questions.length === 0) problems.push({ path: `${section}.questions`, code: 'TOO_FEW', limit: 1 })
    questions.forEach((question, index) => {
      const found = [
        ...questionProblems(question),
        ...optionProblems(question),
        ...mediaProblems(mediaNamedBy(question), content.files),
      ]
      if (seen.has(folded(question.code))) found.push({ path: 'code', code: 'DUPLICATE' })
      seen.add(folded(question.code))
      if (saved.has(question.saveTo)) found.push({ path: 'saveTo', code: 'DUPLICATE' })
      if (question.saveTo) saved.add(question.saveTo)
      problems.push(...under(`${section}.questions[${index}]`, found))
    })
  })
  problems.push(...listProblems(content))
  const { places, problems: ofExpressions } = planOf(content)
  problems.push(...allParentProblems(places), ...allRepeatProblems(content.sections))
  problems.push(...ofExpressions, ...skipProblems(content))
  return [...problems, ...unreachableProblems(content)]
}

/** Files that the survey lacks, each once, and those that are of another kind than is shown. */
function mediaProblems(named: readonly NamedMedia[], files: SurveyContent['files'] = []): FieldProblem[] {
  const seen = new Set<string>()
  return named.flatMap(({ path, file, kind }): FieldProblem[] => {
    const known = files.find(({ name }) => name === file)
    if (seen.has(file) || (known && showsAs(known, kind))) return []
    seen.add(file)
    return [{ path, code: known ? 'FILE_TYPE' : 'LIST_FILE_MISSING', names: file }]
  })
}

function optionProblems({ type, answers, list }: Question): FieldProblem[] {
  if (list) return type === 'SINGLE' || type === 'MULTIPLE' ? [] : [{ path: 'list', code: 'NOT_FOR_TYPE' }]
  if (!choiceTypes.includes(type)) return answers.length === 0 ? [] : [{ path: 'answers', code: 'NOT_FOR_TYPE' }]
  if (answers.length === 0) return [{ path: 'answers', code: 'TOO_FEW', limit: 1 }]
  const seen = new Set<string>()
  return answers.flatMap(({ code }, index) => {
    if (seen.has(folded(code))) return [{ path: `answers[${index}].code`, code: 'DUPLICATE' }]
    seen.add(folded(code))
    return []
  })
}

/** Why a survey in this status may not be published; undefined when it may. */
export function publishRefusal(status: SurveyStatus, unchanged: { contentUnchanged: boolean }): ErrorCode | undefined {
  if (!publishableStatuses.includes(status)) return 'SURVEY_TRANSITION'
  if (status === 'PUBLISHED' && unchanged.contentUnchanged) return 'SURVEY_UNCHANGED'
  return undefined
}

/** The first version that holds a section, a question or an answer; null while only the draft does. */
interface Versioned {
  firstVersion: number | null
}

type Changes<Row> = { [K in keyof Row]?: Row[K] | undefined }

/** Why a question may not change like this: responses are read by its code and type. Texts and order stay free. */
export function questionChangeRefusal(
  before: Versioned & Pick<Question, 'code' | 'type'>,
  changes: Changes<Pick<Question, 'code' | 'type'>>,
): ErrorCode | undefined {
  const { code = before.code, type = before.type } = changes
  const changed = code !== before.code || type !== before.type
  return before.firstVersion !== null && changed ? 'QUESTION_FROZEN' : undefined
}

/** Why an answer may not change like this: responses are read by its code. */
export function answerChangeRefusal(
  before: Versioned & { code: string },
  { code = before.code }: Changes<{ code: string }>,
): ErrorCode | undefined {
  return before.firstVersion !== null && code !== before.code ? 'QUESTION_FROZEN' : undefined
}

/**
 * Why a question cannot have this code: responses to earlier versions are read by their codes, so that one which was
 * deleted comes back with its type only. `earlierTypes`: those that questions of this code have in published versions.
 */
export function codeProblems(type: QuestionType, earlierTypes: readonly QuestionType[]): FieldProblem[] {
  return earlierTypes.every((earlier) => earlier === type) ? [] : [{ path: 'code', code: 'CODE_OF_OTHER_TYPE' }]
}
