import type { AnswerOption, Question } from '#domain/surveys/survey.ts'
import { useAnswersBefore, useAsking, useRepetition } from '../asking.ts'
import { offeredOptions } from '../choices.ts'

/** The options that other answers leave to choose. */
export function useOffered(question: Question): AnswerOption[] {
  const { content, today } = useAsking()
  return offeredOptions(content, question, useAnswersBefore(question), { today, repetition: useRepetition() })
}
