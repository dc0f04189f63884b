/** That no rule passes over a question, as a condition of a form, which has no rules. */
import { planOf } from '#domain/answers/filling-plan.ts'
import type { Question, SurveyContent } from '#domain/surveys/survey.ts'
import type { FormNames } from './form-names.ts'
import { type Places, toXPath } from './to-xpath.ts'

/** How an expression, perhaps in a section that repeats, refers to a question or helper: `${name}`, or its path. */
export type ReferenceTo = (name: string, roster: number | undefined) => string

/** A calculation that says whether a question is asked: a rule may look at that. */
interface Helper {
  name: string
  of: Question
}

export interface Passing {
  /** By question id: the condition that no rule passes over it. */
  conditions: ReadonlyMap<number, string>
  /** By the id of the question that they follow. */
  helpers: ReadonlyMap<number, Helper>
}

export function passingOf(content: SurveyContent, names: FormNames, referenceTo: ReferenceTo): Passing {
  const { questions } = planOf(content)
  const helpers = new Map<number, Helper>()
  const conditions = new Map<number, string>()
  // A rule in a section that repeats is about questions of the same repetition.
  const reference = (code: string) => referenceTo(code, names.roster(code))
  const places: Places = { question: names.question, option: names.option, reference, isRepeated: () => false }
  /** Rules of earlier questions that lead beyond a place, by where they lead to. */
  let open: { to: number; holds: string }[] = []
  questions.forEach(({ question, routes, isAlwaysAsked }, index) => {
    open = open.filter(({ to }) => to > index)
    if (open.length > 0) {
      const passed = [...new Set(open.map(({ holds }) => holds))].join(' or ')
      conditions.set(question.id, `not(${passed})`)
    }
    // A question that is not asked is blank too, and its rules do not hold.
    const needsHelper = !isAlwaysAsked && routes.some(({ holds }) => holds(undefined))
    if (needsHelper) helpers.set(question.id, { name: names.free(`asked_${question.code}`), of: question })
    const helper = helpers.get(question.id)
    const asked = helper ? ` and ${referenceTo(helper.name, names.roster(question.code))} = '1'` : ''
    const tests = routes.map(({ to, condition, holds }) => {
      return { to, test: `${toXPath(condition, places)}${holds(undefined) ? asked : ''}` }
    })
    tests.forEach(({ to, test }, place) => {
      // Of the rules of one question the first that holds counts.
      const before = tests.slice(0, place).filter((each) => each.to < to)
      const holds = [`(${test})`, ...before.map((each) => `not(${each.test})`)].join(' and ')
      open.push({ to, holds: before.length > 0 ? `(${holds})` : holds })
    })
  })
  return { conditions, helpers }
}
