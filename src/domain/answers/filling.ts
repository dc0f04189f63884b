/**
 * The one evaluator of a survey: which questions are asked, for the answers given so far. A question is asked when no skip
 * rule passes over it and its section's and its own condition hold. The answer of a question that is not asked is blank
 * to all rules and expressions. The questions of a section that repeats are asked in each repetition, by its own answers.
 */
import { upTo } from './answer-keys.ts'
import { Budget } from '../budget.ts'
import { answerKey, type Answers, type AnswerValue, countKey, otherKey, type Repetition } from './answer-values.ts'
import { insideOf, isInside, outerAt } from './rosters.ts'
import type { Circumstances } from '../expressions/expression-types.ts'
import type { Lookup } from '../expressions/expression.ts'
import { textOf, type Value, valueOf } from '../expressions/expression-values.ts'
import { type Plan, planOf, type PlannedQuestion, type PlannedRoster } from './filling-plan.ts'
import { columnOf, optionsHaving } from './option-index.ts'
import { lookedUp } from '../surveys/list-table.ts'
import { type AnswerOption, keepsFirst, type Section, type SurveyContent } from '../surveys/survey.ts'

/** Why a question is not asked. */
export type Hidden =
  /** Rules that pass over it, by id. */
  { by: 'RULES'; rules: number[] } | { by: 'SECTION_CONDITION' } | { by: 'OWN_CONDITION' }

export interface Filling {
  /**
   * By `answerKey`; calculated questions and notes too. The `countKey` of a section is among them while people add
   * repetitions to it.
   */
  asked: ReadonlySet<string>
  /** Each of the other questions by its key; a section that repeats, where it is passed over, by its `countKey` alone. */
  hidden: ReadonlyMap<string, Hidden>
  /** The answers of questions that are asked, with those that are calculated. */
  answers: Answers
  /** Those of a section; of one that does not repeat the one that has no number. */
  repetitions: (section: Pick<Section, 'id'>) => readonly Repetition[]
}

/** What the clock says to expressions. */
export interface Clock {
  /** YYYY-MM-DD: `today()`. */
  today: string
  /** `now()`; the beginning of the day unless given. */
  now?: string | undefined
}

export interface FillingOptions extends Clock {
  /** By default the budget of one response; a caller that needs more of its answers gives another. */
  budget?: Budget
}

/** Of repetitions in repetitions there may be more than can be paid for. */
const nestedSteps = 25

const nothingHidden: ReadonlyMap<string, Hidden> = new Map()
const once: readonly Repetition[] = [undefined]
const none: readonly Repetition[] = []

/** Answers that are no answer to their question count as blank here; `answerProblems` says what is wrong with them. */
export function fill(
  content: SurveyContent,
  given: Readonly<Record<string, unknown>>,
  { budget = new Budget(), ...clock }: FillingOptions,
): Filling {
  const plan = planOf(content)
  if (plan.isPlain)
    return { asked: plan.keys, hidden: nothingHidden, answers: given as Answers, repetitions: () => once }
  return new Run(plan, given, clock, budget).filling()
}

/** What the expressions of a repetition see of the answers to questions that are asked. */
export class Seen implements Circumstances {
  readonly today: string
  readonly now: string
  readonly budget: Budget
  /** The one whose expressions are computed. */
  repetition: Repetition
  #option: AnswerOption | undefined
  readonly #plan: Plan
  readonly #filling: Pick<Filling, 'answers' | 'repetitions'>

  constructor(plan: Plan, filling: Pick<Filling, 'answers' | 'repetitions'>, clock: Clock, budget: Budget) {
    this.#plan = plan
    this.#filling = filling
    this.today = clock.today
    this.now = clock.now ?? `${clock.today}T00:00:00Z`
    this.budget = budget
  }

  /** Whether the filter of a question, if it has one, offers the option. */
  offers({ offers }: PlannedQuestion, option: AnswerOption | undefined): boolean {
    this.#option = option
    return !offers || !option || offers(this) === true
  }

  /** Those of its options that the filter of a question offers. */
  offered(planned: PlannedQuestion, options: readonly AnswerOption[]): readonly AnswerOption[] {
    const { offers, optionKey } = planned
    if (!offers) return options
    const value = optionKey?.value(this)
    const found = optionKey ? optionsHaving(options, optionKey.column, textOf(value)) : options
    return optionKey && value === undefined ? [] : found.filter((option) => this.offers(planned, option))
  }

  column(name: string): Value {
    return columnOf(this.#option, name) || undefined
  }

  lookup(named: Lookup<string>): Value {
    return lookedUp(this.#plan.tables, named)
  }

  answerTo(id: number): Value {
    const planned = this.#plan.questions[this.#plan.places.ofQuestion.get(id) ?? -1]
    return planned && this.#answer(planned, outerAt(this.repetition, planned.roster?.depth ?? 0))
  }

  answersTo(id: number, shared: number): Value[] {
    const planned = this.#plan.questions[this.#plan.places.ofQuestion.get(id) ?? -1]
    if (!planned?.roster) return []
    const repetitions = this.#filling.repetitions(planned.roster.section)
    if (!this.budget.spend(2 * repetitions.length)) return []
    const outer = outerAt(this.repetition, shared)
    return repetitions.filter((each) => isInside(each, outer)).map((each) => this.#answer(planned, each))
  }

  #answer(planned: PlannedQuestion, repetition: Repetition): Value {
    const value = valueOf(planned.type, this.#filling.answers[keyIn(planned, repetition)])
    // A long text or list is looked at from end to end.
    const length = typeof value === 'string' || Array.isArray(value) ? value.length : 0
    return this.budget.spend(length >> 3) ? value : undefined
  }
}

class Run {
  readonly #plan: Plan
  readonly #given: Readonly<Record<string, unknown>>
  readonly #filling: Filling
  readonly #seen: Seen
  readonly #asked = new Set<string>()
  readonly #hidden = new Map<string, Hidden>()
  readonly #answers: Answers = {}
  /** By key: the rules that pass over it. */
  readonly #passing = new Map<string, number[]>()
  /** Of sections that repeat, by id. */
  readonly #repetitions = new Map<number, readonly Repetition[]>()

  constructor(plan: Plan, given: Readonly<Record<string, unknown>>, clock: Clock, budget: Budget) {
    this.#plan = plan
    this.#given = given
    this.#filling = {
      asked: this.#asked,
      hidden: this.#hidden,
      answers: this.#answers,
      repetitions: ({ id }) => this.#repetitions.get(id) ?? (plan.rosters.has(id) ? none : once),
    }
    this.#seen = new Seen(plan, this.#filling, clock, budget)
  }

  filling(): Filling {
    for (const place of this.#plan.order) {
      const planned = this.#plan.questions[place]
      if (!planned) continue
      for (const repetition of this.#repetitionsAt(planned)) {
        this.#seen.repetition = repetition
        this.#seen.budget.at = keyIn(planned, repetition)
        // No more is asked than can be paid for.
        if (!this.#seen.budget.spend(1)) return this.#filling
        const why = this.#whyHidden(planned, repetition)
        if (why) this.#hidden.set(keyIn(planned, repetition), why)
        else this.#ask(planned, place, repetition)
      }
    }
    return this.#filling
  }

  /** They are known when the first question of the section is met, as all of them depend on the same. */
  #repetitionsAt(planned: PlannedQuestion): readonly Repetition[] {
    return planned.roster ? this.#repetitionsOf(planned.roster) : once
  }

  #repetitionsOf(roster: PlannedRoster): readonly Repetition[] {
    const { section, outer } = roster
    const known = this.#repetitions.get(section.id)
    if (known) return known
    const repetitions = (outer ? this.#repetitionsOf(outer) : once).flatMap((each) => this.#repetitionsIn(roster, each))
    this.#repetitions.set(section.id, repetitions)
    return repetitions
  }

  #repetitionsIn(roster: PlannedRoster, outer: Repetition): readonly Repetition[] {
    this.#seen.repetition = outer
    const why = this.#whyPassedOver(roster.firstKey, roster.holds)
    const count = why ? 0 : this.#countOf(roster, outer)
    if (why) this.#hidden.set(countKey(roster.section, outer), why)
    if (outer === undefined) return upTo(count)
    return this.#seen.budget.spend(nestedSteps * count) ? upTo(count).map((number) => insideOf(outer, number)) : none
  }

  #countOf({ section, countedAt, max }: PlannedRoster, outer: Repetition): number {
    const counting = countedAt === undefined ? undefined : this.#plan.questions[countedAt]
    const key = countKey(section, outer)
    const source =
      countedAt === undefined
        ? this.#given[key]
        : counting && this.#answers[keyIn(counting, outerAt(outer, counting.roster?.depth ?? 0))]
    if (countedAt === undefined) {
      this.#asked.add(key)
      if (source !== undefined) this.#answers[key] = source as AnswerValue
    }
    const count = Math.floor(Number(valueOf('number', source) ?? 0))
    return Math.min(Math.max(count, 0), max)
  }

  #whyPassedOver(key: string, sectionHolds: PlannedQuestion['sectionHolds']): Hidden | undefined {
    const rules = this.#passing.get(key)
    if (rules) return { by: 'RULES', rules }
    return sectionHolds && sectionHolds(this.#seen) !== true ? { by: 'SECTION_CONDITION' } : undefined
  }

  #whyHidden(planned: PlannedQuestion, repetition: Repetition): Hidden | undefined {
    const { holds, roster, sectionHolds } = planned
    // The condition of a section that repeats was asked before its first repetition.
    const why = this.#whyPassedOver(keyIn(planned, repetition), roster ? undefined : sectionHolds)
    if (why) return why
    return holds && holds(this.#seen) !== true ? { by: 'OWN_CONDITION' } : undefined
  }

  #ask(planned: PlannedQuestion, place: number, repetition: Repetition): void {
    const { calculation, routes } = planned
    const key = keyIn(planned, repetition)
    this.#asked.add(key)
    const kept = calculation && keepsFirst(planned.question) ? valueOf(planned.type, this.#given[key]) : undefined
    const answer = kept ?? (calculation ? calculation(this.#seen) : this.#given[key])
    if (answer !== undefined) this.#answers[key] = answer as AnswerValue
    const keyOfOther = otherKeyIn(planned, repetition)
    const other = this.#given[keyOfOther]
    if (other !== undefined) this.#answers[keyOfOther] = other as AnswerValue
    const route = routes.find(({ holds }) => holds(answer))
    if (!route) return
    for (const passed of this.#plan.questions.slice(place + 1, route.to)) {
      const passedKey = keyIn(passed, repetition)
      this.#passing.set(passedKey, [...(this.#passing.get(passedKey) ?? []), route.rule])
    }
  }
}

export function keyIn({ question, key }: PlannedQuestion, repetition: Repetition): string {
  return repetition === undefined ? key : answerKey(question, repetition)
}

export function otherKeyIn({ question, otherKey: own }: PlannedQuestion, repetition: Repetition): string {
  return repetition === undefined ? own : otherKey(question, repetition)
}
