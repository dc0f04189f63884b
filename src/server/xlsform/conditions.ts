/** That no rule passes over a question, as a condition of a form, which has no rules. */
import { planOf } from '#domain/answers/filling-plan.ts'
import type { Question, SurveyContent } from '#domain/surveys/survey.ts'
import type { FormNames } from './form-names.ts'
import { type Places, toXPath } from './to-xpath.ts'

/** How an expression, perhaps of the question or helper `from`, refers to a question or helper: `${name}`, or its path. */
export type ReferenceTo = (name: string, from?: string) => string

/** A calculation that says whether a question is asked: a rule may look at that. */
export interface Helper {
  name: string
  of: Question
}

export interface Passing {
  /** By question id: the condition that no rule passes over it. */
  conditions: ReadonlyMap<number, string>
  /** By the id of the question that they follow. */
  helpers: ReadonlyMap<number, Helper>
}

/** A question that is not asked is blank too, and its rules do not hold. */
export function helpersOf(content: SurveyContent, names: FormNames): ReadonlyMap<number, Helper> {
  const needed = planOf(content).questions.filter(
    ({ routes, isAlwaysAsked }) => !isAlwaysAsked && routes.some(({ holds }) => holds(undefined)),
  )
  return new Map(needed.map(({ question: of }) => [of.id, { name: names.free(`asked_${of.code}`), of }]))
}

/** As the condition of a question says it: in one group all say it alike. */
type Written = (from: string) => string

export function passingOf(
  content: SurveyContent,
  { names, helpers, referenceTo }: { names: FormNames; helpers: Passing['helpers']; referenceTo: ReferenceTo },
): Passing {
  const { questions } = planOf(content)
  const conditions = new Map<number, string>()
  // A rule in a section that repeats is about questions of the same repetition.
  const placesFrom = (from: string): Places => ({
    question: names.question,
    option: names.option,
    reference: (code) => referenceTo(code, from),
    isRepeated: () => false,
  })
  /** Rules of earlier questions that lead beyond a place, by where they lead to. */
  let open: { to: number; holds: Written }[] = []
  questions.forEach(({ question, routes }, index) => {
    open = open.filter(({ to }) => to > index)
    if (open.length > 0) {
      const passed = [...new Set(open.map(({ holds }) => holds(question.code)))].join(' or ')
      conditions.set(question.id, `not(${passed})`)
    }
    const helper = helpers.get(question.id)
    const tests = routes.map(({ to, condition, holds }) => {
      const test: Written = (from) => {
        const asked = helper && holds(undefined) ? ` and ${referenceTo(helper.name, from)} = '1'` : ''
        return `${toXPath(condition, placesFrom(from))}${asked}`
      }
      return { to, test }
    })
    tests.forEach(({ to, test }, place) => {
      // Of the rules of one question the first that holds counts.
      const before = tests.slice(0, place).filter((each) => each.to < to)
      const written = new Map<string, string>()
      const holds: Written = (from) => {
        const group = names.layout.fields.get(from)?.path.replace(/[^/]*$/, '') ?? ''
        const known = written.get(group)
        if (known !== undefined) return known
        const all = [`(${test(from)})`, ...before.map((each) => `not(${each.test(from)})`)].join(' and ')
        written.set(group, before.length > 0 ? `(${all})` : all)
        return written.get(group) ?? ''
      }
      open.push({ to, holds })
    })
  })
  return { conditions, helpers }
}
