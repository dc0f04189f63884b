/** The content of a survey as it is published, and the one text of it that its checksum is made of. */
import type { AnswerOption, Question, Section, SurveyContent, Validation } from './survey.ts'

/** Exactly the content of a version, without other fields of the given rows (row versions, dates, ...). */
export function contentOf(sections: readonly Section[]): SurveyContent {
  return {
    sections: sections.map(({ id, title, position, questions }) => ({
      id,
      title,
      position,
      questions: questions.map(questionContent),
    })),
  }
}

function questionContent(question: Question): Question {
  const { id, code, text, help, type, required, filterable, identifying, personal, position } = question
  const validation = validationContent(question.validation)
  const answers = question.answers.map(answerContent)
  return { id, code, text, help, type, required, validation, filterable, identifying, personal, position, answers }
}

function validationContent({ min, max, maxLength }: Validation): Validation {
  return {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(maxLength === undefined ? {} : { maxLength }),
  }
}

function answerContent({ id, code, text, isOther, exclusive, position }: AnswerOption): AnswerOption {
  return { id, code, text, isOther, exclusive, position }
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
