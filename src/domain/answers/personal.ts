/** Texts that are computed of personal answers, or begin with them, say them again: they are as personal. */
import { parseExpression, referencesOf } from '../expressions/expression.ts'
import { traitsOf } from '../surveys/question-types.ts'
import { type Question, questionsOf, type SurveyContent } from '../surveys/survey.ts'

/** Those that are not marked so. Numbers, days and choices stay as their author says: they are made to be counted. */
export function repeatingPersonal(content: Pick<SurveyContent, 'sections'>): Question[] {
  const questions = questionsOf(content)
  const personal = new Set(questions.flatMap(({ code, personal: isMarked }) => (isMarked ? [code] : [])))
  let open = questions
    .filter((question) => !personal.has(question.code) && isText(question))
    .map((question) => ({ question, named: [question.calculation, question.initial].flatMap(namedIn) }))
  const found: Question[] = []
  for (let more = open; more.length > 0;) {
    more = open.filter(({ named }) => named.some((code) => personal.has(code)))
    open = open.filter((each) => !more.includes(each))
    for (const { question } of more) {
      personal.add(question.code)
      found.push(question)
    }
  }
  return found
}

function isText({ type }: Question): boolean {
  return traitsOf(type).answer === 'text' && !traitsOf(type).options
}

function namedIn(source: string | null | undefined): string[] {
  const { expression } = source ? parseExpression(source) : {}
  return expression ? [...referencesOf(expression)] : []
}

/**
 * What an answer tells of who gave it: NAMED is marked as personal, or a file, which shows a person or their voice; PLACE is
 * a point. Erasure takes both. An export without personal data leaves the first out and rounds the second.
 */
export function tellsWho({ type }: Pick<Question, 'type'>, isPersonal: boolean): 'NAMED' | 'PLACE' | undefined {
  const { answer, text } = traitsOf(type)
  if (isPersonal || answer === 'file' || text === 'PHONE') return 'NAMED'
  return answer === 'point' || text === 'LINE' || type === 'SITE' ? 'PLACE' : undefined
}
