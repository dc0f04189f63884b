/** What the server found wrong with answers that were sent, where a questionnaire shows it. Pure. */
import { otherKey, type AnswerProblem } from '#domain/answers.ts'
import type { FieldProblem } from '#domain/problems.ts'
import { fileTypes, questionsOf, type SurveyContent } from '#domain/survey.ts'
import type { Given } from './given.ts'

const ofAnswers = 'answers.'

/** Of the questions of this content. */
export function answersRefused(content: SurveyContent, errors: readonly FieldProblem[]): AnswerProblem[] {
  const keys = new Map(
    questionsOf(content).flatMap((question) => [
      [`${ofAnswers}${question.code}`, { key: String(question.id), question: question.code }],
      [`${ofAnswers}${question.code}.other`, { key: otherKey(question), question: question.code }],
    ]),
  )
  return errors.flatMap(({ path, code, limit, names, said }) => {
    const place = keys.get(path)
    const words = { ...(names === undefined ? {} : { names }), ...(said === undefined ? {} : { said }) }
    return place ? [{ ...place, code, ...words, ...(typeof limit === 'number' ? { limit } : {}) }] : []
  })
}

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
