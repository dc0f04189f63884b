/**
 * Answers that the product gives, and people may change: what a question begins with, as the interview or a repetition
 * begins, and calculations with a trigger, whenever that changes.
 */
import { Budget } from '../budget.ts'
import type { AnswerValue, Repetition } from './answer-values.ts'
import { type Clock, fill, type Filling, keyIn, Seen } from './filling.ts'
import { type Plan, planOf, type PlannedQuestion } from './filling-plan.ts'
import { pointsOf } from './lines.ts'
import { textOf, type Value } from '../expressions/expression-values.ts'
import { traitsOf } from '../surveys/question-types.ts'
import { keepsFirst, optionCodes, type Question, type SurveyContent } from '../surveys/survey.ts'

type AnswersByKey = Readonly<Record<string, unknown>>

/** What a new interview begins with. */
export function begun(content: SurveyContent, clock: Clock): AnswersByKey {
  const giver = new Giver(content, clock)
  return giver.givesAny ? giver.begun({}, undefined) : {}
}

/** The answers after a change, with those that follow from it. */
export function followed(
  content: SurveyContent,
  change: { before: AnswersByKey; after: AnswersByKey },
  clock: Clock,
): AnswersByKey {
  const giver = new Giver(content, clock)
  if (change.before === change.after || !giver.givesAny) return change.after
  const old = fill(content, change.before, clock)
  return giver.begun(giver.triggered(change.after, old), old)
}

class Giver {
  readonly #content: SurveyContent
  readonly #clock: Clock
  readonly #plan: Plan
  readonly #budget = new Budget()

  constructor(content: SurveyContent, clock: Clock) {
    this.#content = content
    this.#clock = clock
    this.#plan = planOf(content)
  }

  get givesAny(): boolean {
    return this.#plan.questions.some(
      ({ initial, triggered, question }) => initial !== undefined || triggered !== undefined || keepsFirst(question),
    )
  }

  /** `old`: with what is asked there nothing begins again. */
  begun(given: AnswersByKey, old: Filling | undefined): AnswersByKey {
    // Others may look at fixed values.
    let next = this.#beginning(given, { old, filling: this.#fill(given), only: 'FIXED' })
    for (let before = old; ;) {
      const filling = this.#fill(next)
      const more = this.#beginning(next, { old: before, filling, only: 'ALL' })
      if (Object.keys(more).length === Object.keys(next).length) return this.#keeping(next, filling)
      // An answer may make repetitions, which begin in turn.
      before = filling
      next = more
    }
  }

  triggered(given: AnswersByKey, old: Filling): AnswersByKey {
    const filling = this.#fill(given)
    const [before, now] = [this.#seen(old), this.#seen(filling)]
    const next: Record<string, unknown> = { ...given }
    this.#each(filling, ({ triggered, question }, repetition, key) => {
      if (!triggered) return
      before.repetition = repetition
      now.repetition = repetition
      if (JSON.stringify(triggered.by(before)) === JSON.stringify(triggered.by(now))) return
      const answer = answerOf(question, triggered.calculation(now))
      if (answer === undefined) delete next[key]
      else next[key] = answer
    })
    return next
  }

  #beginning(
    given: AnswersByKey,
    { old, filling, only }: { old: Filling | undefined; filling: Filling; only: 'FIXED' | 'ALL' },
  ): AnswersByKey {
    const answers = { ...filling.answers }
    const seen = this.#seen({ ...filling, answers })
    const next: Record<string, unknown> = { ...given }
    this.#each(filling, (planned, repetition, key) => {
      const { initial, question } = planned
      if (!initial || key in next || (only === 'FIXED' && !initial.isFixed)) return
      if (old && repetitionsIn(old, planned).includes(repetition)) return
      seen.repetition = repetition
      const answer = answerOf(question, initial.run(seen))
      if (answer === undefined) return
      next[key] = answer
      if (filling.asked.has(key)) answers[key] = answer
    })
    return next
  }

  /** With the first values of calculations that keep theirs. */
  #keeping(given: AnswersByKey, filling: Filling): AnswersByKey {
    const next: Record<string, unknown> = { ...given }
    this.#each(filling, ({ question }, _repetition, key) => {
      const answer = filling.answers[key]
      if (keepsFirst(question) && answer !== undefined) next[key] ??= answer
    })
    return next
  }

  #each(filling: Filling, act: (planned: PlannedQuestion, repetition: Repetition, key: string) => void): void {
    for (const planned of this.#plan.questions)
      for (const repetition of repetitionsIn(filling, planned)) act(planned, repetition, keyIn(planned, repetition))
  }

  #fill(given: AnswersByKey): Filling {
    return fill(this.#content, given, { ...this.#clock, budget: this.#budget })
  }

  #seen(filling: Pick<Filling, 'answers' | 'repetitions'>): Seen {
    return new Seen(this.#plan, filling, this.#clock, this.#budget)
  }
}

function repetitionsIn(filling: Filling, { roster }: PlannedQuestion): readonly Repetition[] {
  return roster ? filling.repetitions(roster.section) : [undefined]
}

/** The value as an answer to the question; options that it does not have are none. */
function answerOf(question: Question, value: Value): AnswerValue | undefined {
  const { answer, options } = traitsOf(question.type)
  if (value === undefined || typeof value === 'boolean') return undefined
  if (answer === 'point') {
    const [point] = pointsOf(textOf(value))
    return point && Number.isFinite(point.latitude) && Number.isFinite(point.longitude) ? point : undefined
  }
  if (!options) return value
  const codes = optionCodes(question)
  if (answer !== 'choices') return codes.includes(textOf(value)) ? value : undefined
  const chosen = textOf(value)
    .split(/\s+/)
    .filter((code) => codes.includes(code))
  return chosen.length > 0 ? chosen : undefined
}
