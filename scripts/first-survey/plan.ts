/** The inferred questionnaire as a survey to be made, and as lines to be read. */
import type { SectionPlan } from '#server/demo/make-survey.ts'
import { type InferredQuestion, partsOf } from '#domain/surveys/table-survey.ts'

/** Sections of about equal size, in the order of the columns. */
export function sectionsOf(questions: readonly InferredQuestion[]): SectionPlan[] {
  return partsOf(questions).map((part, index) => ({
    title: { en: `Part ${index + 1}` },
    questions: part.map(({ code, label, type, options }) => ({
      code,
      text: { en: label },
      type,
      options: options.map((option) => ({ code: option.code, text: { en: option.label } })),
    })),
  }))
}

/** One line per question: `  years_liv   INTEGER   131 answers   Years liv`. */
export function questionLines(questions: readonly InferredQuestion[], rowCount: number): string[] {
  const codeWidth = Math.max(...questions.map(({ code }) => code.length))
  return questions.map(({ code, type, answered, label, options }) => {
    const choices = options.length > 0 ? ` (${options.map((option) => option.code).join(', ')})` : ''
    return `  ${code.padEnd(codeWidth)}  ${type.padEnd(9)}  ${answered} of ${rowCount}  ${label}${choices}`
  })
}
