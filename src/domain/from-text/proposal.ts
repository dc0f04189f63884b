/** What is read of a pasted questionnaire: each guess with its reason and the line that it came from. */
import type { QuestionType } from '../surveys/question-types.ts'

/** Why a question has its type. */
type TypeReason =
  | 'OPTIONS'
  | 'YES_NO_OPTIONS'
  | 'SEVERAL_WORDS'
  | 'SQUARES'
  | 'RANK_WORDS'
  | 'SCALE'
  | 'WORDS'
  | 'YES_NO_WORDS'
  | 'NOTE_WORDS'
  | 'PARAGRAPH'
  | 'NOTHING'

export interface ProposedOption {
  text: string
  /** As the document numbers it; '' for none. */
  code: string
  isOther: boolean
  exclusive: boolean
}

/** If it is answered by one of these options (by index), or in any way, it goes on elsewhere. */
export interface ProposedSkip {
  options: number[] | 'ANY'
  /** A question by its place among all, a section by its place behind them, the end. */
  to: { question: number } | { section: number } | 'END'
}

export interface ProposedQuestion {
  line: number
  /** As the document numbers it; '' for none. */
  label: string
  text: string
  /** What is said beside the question: instructions, units, and rules that could not be read. */
  help: string
  type: QuestionType
  reason: TypeReason
  options: ProposedOption[]
  /** The highest answer of a RATING; the ends of a RANGE. */
  min?: number
  max?: number
  skips: ProposedSkip[]
  /** It is asked only if an earlier question, by its place among all, was answered by one of its options. */
  condition?: { question: number; option: number } | undefined
}

export interface Proposal {
  /** How many lines have words, and which of them fit no place: a person mends those. */
  lines: number
  unread: { line: number; text: string }[]
  /** `title`: '' where the document has no heading. */
  sections: { title: string; questions: ProposedQuestion[] }[]
}
