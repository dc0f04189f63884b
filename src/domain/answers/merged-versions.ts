/** The questions of all versions of a survey as one table: a column for each code, in the words of the newest version. */
import { otherKey, takesOther } from './answers.ts'
import { mostListed } from '../surveys/list-table.ts'
import type { AnswerOption, Question, QuestionType, SurveyContent } from '../surveys/survey.ts'

export interface NumberedContent {
  number: number
  content: SurveyContent
}

/** Where the answers are: a code may have been given to another question in a later version. */
export interface AnswerPlace {
  key: string
  otherKey: string
  type: QuestionType
}

interface Lifetime {
  firstVersion: number
  lastVersion: number
}

interface MergedOption extends Lifetime {
  option: AnswerOption
}

export interface MergedQuestion extends Lifetime {
  /** As the newest version has it. */
  question: Question
  places: AnswerPlace[]
  /** By code: first the options of the newest version, then options of earlier versions alone. */
  options: ReadonlyMap<string, MergedOption>
  /** Whether any version has a text beside its options. */
  takesOther: boolean
  /** Whether any version calls it personal: respondents answered on that promise. */
  personal: boolean
}

interface Growing extends MergedQuestion {
  options: Map<string, MergedOption>
}

export interface NumberedQuestion {
  /** Of the version. */
  number: number
  question: Question
}

/** Whether its options are a file of so many that its labels are looked up, and no list of them is shown. */
export function isLong({ question, options }: Pick<MergedQuestion, 'question' | 'options'>): boolean {
  return Boolean(question.list) && options.size > mostListed
}

/**
 * In the order of the newest version; questions that only earlier ones have come last. Sections that repeat are tables
 * of their own (`merged-rosters.ts`).
 */
export function mergeVersions(versions: readonly NumberedContent[]): MergedQuestion[] {
  return mergeQuestions(
    versions
      .toSorted((a, b) => b.number - a.number)
      .flatMap(({ number, content }) =>
        content.sections
          .filter(({ repeat }) => !repeat)
          .flatMap(({ questions }) => questions.map((question) => ({ number, question }))),
      ),
  )
}

/** Those of the newest version come first. Notes ask nothing. */
export function mergeQuestions(listed: readonly NumberedQuestion[]): MergedQuestion[] {
  const merged = new Map<string, Growing>()
  for (const { number, question } of listed) {
    if (question.type === 'NOTE') continue
    const known = merged.get(question.code) ?? begin(question, number)
    merged.set(question.code, known)
    grow(known, question, number)
  }
  return [...merged.values()]
}

function begin(question: Question, number: number): Growing {
  const lifetime = { firstVersion: number, lastVersion: number }
  return { question, places: [], options: new Map(), takesOther: false, personal: false, ...lifetime }
}

function grow(merged: Growing, question: Question, number: number): void {
  const key = String(question.id)
  if (!merged.places.some((place) => place.key === key))
    merged.places.push({ key, otherKey: otherKey(question), type: question.type })
  merged.firstVersion = number
  merged.takesOther ||= takesOther(question)
  merged.personal ||= question.personal
  for (const option of question.answers.toSorted((a, b) => a.position - b.position || a.id - b.id)) {
    const known = merged.options.get(option.code)
    if (known) known.firstVersion = number
    else merged.options.set(option.code, { option, firstVersion: number, lastVersion: number })
  }
}
