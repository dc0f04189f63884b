/** What the server found wrong with an entry, where the screen shows it. Pure. */
import type { AnswerProblem } from '#domain/answers.ts'
import { fileTypes, type SurveyContent } from '#domain/survey.ts'
import type { Given } from '../../../questionnaire/given.ts'

/** Those of answers that are as they were sent: the others are for the next answer of the server. */
export function stillRefused(problems: readonly AnswerProblem[], sent: Given, answers: Given): AnswerProblem[] {
  return problems.filter(({ key }) => sent[key] === answers[key])
}

/** Files cannot be given on this screen: no question needs one. */
export function withoutFiles(content: SurveyContent): SurveyContent {
  return {
    ...content,
    sections: content.sections.map((section) => ({
      ...section,
      questions: section.questions.map((question) =>
        fileTypes.includes(question.type) ? { ...question, required: false } : question,
      ),
    })),
  }
}
