/**
 * The one evaluator of a survey: which questions are asked, for the answers given so far. A question is asked when no skip
 * rule passes over it and its section's and its own condition hold. The answer of a question that is not asked is blank
 * to all rules and expressions.
 */
import type { Answers, AnswerValue } from './answer-values.ts'
import { type Circumstances } from './expression-types.ts'
import { valueOf } from './expression-values.ts'
import { type Plan, planOf, type PlannedQuestion } from './filling-plan.ts'
import type { SurveyContent } from './survey.ts'

/** Why a question is not asked. */
export type Hidden =
  /** Rules that pass over it, by id. */
  { by: 'RULES'; rules: number[] } | { by: 'SECTION_CONDITION' } | { by: 'OWN_CONDITION' }

export interface Filling {
  /** By id; calculated questions and notes too. */
  asked: ReadonlySet<number>
  /** Each of the other questions by its id. */
  hidden: ReadonlyMap<number, Hidden>
  /** The answers of questions that are asked, with those that are calculated. */
  answers: Answers
}

export interface FillingOptions {
  /** YYYY-MM-DD: `today()` of expressions. */
  today: string
}

const allOf = new WeakMap<Plan, ReadonlySet<number>>()
const nothingHidden: ReadonlyMap<number, Hidden> = new Map()

/** Answers that are no answer to their question count as blank here; `answerProblems` says what is wrong with them. */
export function fill(
  content: SurveyContent,
  given: Readonly<Record<string, unknown>>,
  { today }: FillingOptions,
): Filling {
  const plan = planOf(content)
  if (plan.isPlain) return { asked: allAsked(plan), hidden: nothingHidden, answers: given as Answers }
  return new Run(plan, given, today).filling()
}

function allAsked(plan: Plan): ReadonlySet<number> {
  const known = allOf.get(plan)
  if (known) return known
  const all = new Set(plan.questions.map(({ question }) => question.id))
  allOf.set(plan, all)
  return all
}

class Run {
  readonly #plan: Plan
  readonly #given: Readonly<Record<string, unknown>>
  readonly #circumstances: Circumstances
  readonly #asked = new Set<number>()
  readonly #hidden = new Map<number, Hidden>()
  /** Of the questions met so far, as expressions see them. */
  readonly #values = new Map<number, AnswerValue>()
  readonly #answers: Answers = {}
  /** By place: the rules that pass over it. */
  readonly #passing = new Map<number, number[]>()

  constructor(plan: Plan, given: Readonly<Record<string, unknown>>, today: string) {
    this.#plan = plan
    this.#given = given
    this.#circumstances = { today, answerTo: (id) => this.#values.get(id) }
  }

  filling(): Filling {
    for (const place of this.#plan.order) {
      const planned = this.#plan.questions[place]
      if (!planned) continue
      const why = this.#whyHidden(planned, place)
      if (why) this.#hidden.set(planned.question.id, why)
      else this.#ask(planned, place)
    }
    return { asked: this.#asked, hidden: this.#hidden, answers: this.#answers }
  }

  #whyHidden({ sectionHolds, holds }: PlannedQuestion, place: number): Hidden | undefined {
    const rules = this.#passing.get(place)
    if (rules) return { by: 'RULES', rules }
    if (sectionHolds && sectionHolds(this.#circumstances) !== true) return { by: 'SECTION_CONDITION' }
    if (holds && holds(this.#circumstances) !== true) return { by: 'OWN_CONDITION' }
    return undefined
  }

  #ask({ question, key, otherKey, type, calculation, routes }: PlannedQuestion, place: number): void {
    this.#asked.add(question.id)
    const answer = calculation ? calculation(this.#circumstances) : this.#given[key]
    const value = valueOf(type, answer)
    if (value !== undefined) this.#values.set(question.id, value)
    if (answer !== undefined) this.#answers[key] = answer as AnswerValue
    const other = this.#given[otherKey]
    if (other !== undefined) this.#answers[otherKey] = other as AnswerValue
    const route = routes.find(({ holds }) => holds(value))
    if (!route) return
    for (let passed = place + 1; passed < route.to; passed += 1) {
      const rules = this.#passing.get(passed)
      if (rules) rules.push(route.rule.id)
      else this.#passing.set(passed, [route.rule.id])
    }
  }
}
