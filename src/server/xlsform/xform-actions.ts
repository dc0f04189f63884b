/** What an XForm sets once: as the form or a repetition begins, and as another answer changes. */
import { questionsOf, type Section, type SurveyContent } from '#domain/surveys/survey.ts'
import { calculationOf, fixedInitial, type FormContext, initialOf, triggersOf } from './question-cells.ts'
import { readParameters } from './types.ts'
import { element, given } from './xml.ts'

export interface ActionsOf {
  context: FormContext
  pathOf: (code: string) => string
}

/** Fixed values are in the instance; apps record some by themselves. */
export function beginnings({ questions, repeat }: Section, { context, pathOf }: ActionsOf): string[] {
  const event = `odk-instance-first-load${repeat ? ' odk-new-repeat' : ''}`
  return questions.flatMap((question) => {
    const { code, type, appearance } = question
    if (type === 'START_POINT') return [element('odk:setgeopoint', { ref: pathOf(code), event })]
    if (type === 'BACKGROUND_AUDIO') {
      const { quality } = readParameters(appearance ?? '')
      return [
        element('odk:recordaudio', { ref: pathOf(code), event: 'odk-instance-load', ...given('odk:quality', quality) }),
      ]
    }
    const value = initialOf(question, context)
    if (value === undefined || fixedInitial(question, context.names) !== undefined) return []
    return [element('setvalue', { ref: pathOf(question.code), event, value })]
  })
}

/** By the code of the question that sets them going: they are in its control. */
export function triggeredIn(content: SurveyContent, { context, pathOf }: ActionsOf): ReadonlyMap<string, string[]> {
  const event = 'xforms-value-changed'
  const found = new Map<string, string[]>()
  for (const question of questionsOf(content)) {
    const value = question.calculation && calculationOf(question, context)
    if (!value) continue
    const action = element('setvalue', { ref: pathOf(question.code), event, value })
    for (const code of triggersOf(question)) found.set(code, [...(found.get(code) ?? []), action])
  }
  return found
}
