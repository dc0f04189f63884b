import type { AnswerOption, Question } from '#domain/surveys/survey.ts'
import { useAnswersBefore, useAsking, useRepetition } from '../asking.tsx'
import { offeredOptions } from '../choices.ts'

/** The options that other answers leave to choose. */
export function useOffered(question: Question): readonly AnswerOption[] {
  const { content } = useAsking()
  const { answers, offering } = useAnswersBefore(question)
  return offeredOptions(content, question, answers, { offering, repetition: useRepetition() })
}
