/** The fields of the content forms, loaded when the first of these forms opens. */
import { lazy } from 'react'

export const LocalizedField = lazy(async () => ({ default: (await import('./LocalizedField.tsx')).LocalizedField }))
export const QuestionFields = lazy(async () => ({ default: (await import('./QuestionFields.tsx')).QuestionFields }))
export const AnswerCode = lazy(async () => ({ default: (await import('./CodeField.tsx')).AnswerCode }))
