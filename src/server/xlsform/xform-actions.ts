/** What an XForm sets once: as the form or a repetition begins, and as another answer changes. */
import { type Question, questionsOf, type Section, type SurveyContent } from '#domain/surveys/survey.ts'
import { calculationOf, fixedInitial, type FormContext, initialOf, triggersOf } from './question-cells.ts'
import { element } from './xml.ts'

export interface ActionsOf {
  context: FormContext
  pathOf: (code: string) => string
}

/** Fixed values are in the instance. */
export function beginnings({ questions, repeat }: Section, { context, pathOf }: ActionsOf): string[] {
  const event = `odk-instance-first-load${repeat ? ' odk-new-repeat' : ''}`
  return questions.flatMap((question) => {
    const value = initialOf(question, context)
    if (value === undefined || fixedInitial(question, context.names) !== undefined) return []
    return [element('setvalue', { ref: pathOf(question.code), event, value })]
  })
}

/** They are in the control of the question that sets them going. */
export function triggeredBy({ code }: Question, content: SurveyContent, { context, pathOf }: ActionsOf): string[] {
  const event = 'xforms-value-changed'
  return questionsOf(content)
    .filter((question) => question.calculation && triggersOf(question).includes(code))
    .map((question) => {
      return element('setvalue', { ref: pathOf(question.code), event, value: calculationOf(question, context) ?? '' })
    })
}
