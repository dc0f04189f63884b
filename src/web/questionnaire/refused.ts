/** What the server found wrong with answers that were sent, where a questionnaire shows it. Pure. */
import { answerKey, countKey, otherKey } from '#domain/answers/answer-values.ts'
import type { AnswerProblem } from '#domain/answers/answers.ts'
import { repetitionOf } from '#domain/answers/rosters.ts'
import type { FieldProblem } from '#domain/problems.ts'
import type { Section, SurveyContent } from '#domain/surveys/survey.ts'
import type { FormAnswers } from './given.ts'

/** `answers.age`, `answers.age.2` of the second repetition, with `.other` for the text beside an option; `answers.s7`. */
const place = /^answers\.(\w+)((?:\.\d+)*)(\.other)?$/

/** Of the questions of this content. */
export function answersRefused(
  { sections }: Pick<SurveyContent, 'sections'>,
  errors: readonly FieldProblem[],
): AnswerProblem[] {
  const byCode = new Map(sections.flatMap((section) => section.questions.map((each) => [each.code, each])))
  const byCount = new Map(sections.map((section): [string, Section] => [countKey(section), section]))
  return errors.flatMap(({ path, code, limit, names, said }): AnswerProblem[] => {
    const [, name = '', numbers = '', isOther] = place.exec(path) ?? []
    const words = { ...(names === undefined ? {} : { names }), ...(said === undefined ? {} : { said }) }
    const found = { code, ...words, ...(typeof limit === 'number' ? { limit } : {}) }
    const question = byCode.get(name)
    const repetition = repetitionOf(numbers.split('.').slice(1).map(Number))
    if (question) {
      const key = isOther ? otherKey(question, repetition) : answerKey(question, repetition)
      return [{ key, question: name, ...(repetition === undefined ? {} : { repetition }), ...found }]
    }
    return byCount.has(name) ? [{ key: name + numbers, question: '', ...found }] : []
  })
}

/** Those of answers that are as they were sent: the others are for the next answer of the server. */
export function stillRefused(
  problems: readonly AnswerProblem[],
  sent: FormAnswers,
  answers: FormAnswers,
): AnswerProblem[] {
  return problems.filter(({ key }) => sent[key] === answers[key])
}
