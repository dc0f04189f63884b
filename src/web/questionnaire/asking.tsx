/** What the fields of a questionnaire share. */
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { FileAnswer, Repetition } from '#domain/answers/answer-values.ts'
import { type Offering, offeringOf } from '#domain/answers/choice-filter.ts'
import type { ReadAt } from '#domain/answers/piped-text.ts'
import type { FieldProblem } from '#domain/problems.ts'
import type { SurveyFile } from '#domain/surveys/survey-files.ts'
import type { Question, SurveyContent } from '#domain/surveys/survey.ts'
import { isDependent } from './choices.ts'
import type { FormAnswers } from './given.ts'
import type { Say } from './words.ts'

/** A unit or a site. */
export interface FoundPlace {
  code: string
  name: string
}

/** The first places with this name, and their number. */
export interface FoundPlaces {
  places: readonly FoundPlace[]
  total: number
}

/** What a questionnaire cannot know by itself. Without one of these it takes no file, or the code as it is typed. */
export interface Sources {
  /** Throws `FileRefused` with words for it. */
  storeFile?: (file: File, question: Question) => Promise<FileAnswer>
  /** Where the browser finds a stored picture. */
  pictureUrl?: (answer: FileAnswer) => Promise<string | undefined>
  /** Where the browser finds what texts and options show; throws when it cannot be had. */
  mediaUrl?: (file: SurveyFile) => Promise<string>
  findUnits?: (text: string) => Promise<FoundPlaces>
  findSites?: (text: string) => Promise<FoundPlaces>
}

/** What is wrong with a file. */
export class FileRefused extends Error {
  readonly problem: Pick<FieldProblem, 'code' | 'limit'>

  constructor(problem: Pick<FieldProblem, 'code' | 'limit'>) {
    super(problem.code)
    this.problem = problem
  }
}

/** Stays the same while answers change: hundreds of fields are not drawn again for a letter in one of them. */
export interface Asking {
  content: SurveyContent
  language: string
  /** YYYY-MM-DD: of expressions. */
  today: string
  say: Say
  answer: (key: string, value: unknown) => void
  sources: Sources
  /** What a reviewer wrote at questions, by `answerKey`. */
  notes: Readonly<Record<string, string>>
  /** The names of units and sites by their codes, as far as they were looked up. */
  names: Map<string, string>
}

const AskingContext = createContext<Asking | undefined>(undefined)

export const AskingProvider = AskingContext.Provider

export function useAsking(): Asking {
  const asking = use(AskingContext)
  if (!asking) throw new Error('A field needs a questionnaire around it')
  return asking
}

interface Answered {
  answers: FormAnswers
  offering: Offering
}

const nothingAnswered: Answered = { answers: {}, offering: ({ answers }) => answers }

const AnswersContext = createContext(nothingAnswered)

export function AnswersProvider({ value: answers, children }: { value: FormAnswers; children: ReactNode }) {
  const { content, today } = useAsking()
  const answered = useMemo(
    () => ({ answers, offering: offeringOf(content, answers, { today }) }),
    [content, answers, today],
  )
  return <AnswersContext value={answered}>{children}</AnswersContext>
}

/** The answers of questions that are asked, with the calculated ones: for fields that depend on other questions. */
export function useAnswers(): FormAnswers {
  return use(AnswersContext).answers
}

/** The same for a question whose options may depend on others; nothing for those where they do not. */
export function useAnswersBefore(question: Question): Answered {
  return isDependent(question) ? use(AnswersContext) : nothingAnswered
}

const PlaceContext = createContext<ReadAt>({})

/** The section that a question is in, and the repetition of it. */
export const PlaceProvider = PlaceContext.Provider

export function usePlaceInSurvey(): ReadAt {
  return use(PlaceContext)
}

export function useRepetition(): Repetition {
  return use(PlaceContext).repetition
}
