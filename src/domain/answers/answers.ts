/**
 * The one validator of answers, for Excel, API and screens alike (product.md §5). An answer's canonical value: TEXT and
 * LONG_TEXT a string, INTEGER, DECIMAL and RATING a number, DATE 'YYYY-MM-DD', TIME 'HH:MM', DATETIME an ISO moment with its
 * offset, SINGLE the code of an option, MULTIPLE the codes, RANK all codes, the best first, YES_NO 'yes' or 'no', PHONE
 * E.164, GEOPOINT a point, ADMIN_UNIT and SITE the code of one, IMAGE, AUDIO, FILE and SIGNATURE a stored file. A NOTE has
 * none, and an unanswered question is absent.
 */
import { type Answerable, checkAnswer, checkText, takesText } from './answer-check.ts'
import { Budget } from '../budget.ts'
import { meaningOf } from './answer-keys.ts'
import { isFiltered, parentPlaces } from './choice-filter.ts'
import { type Answers, countKey, type Repetition } from './answer-values.ts'
import { inRepetitionOrder, outerAt } from './rosters.ts'
import { type Clock, fill, type Filling, keyIn, otherKeyIn, Seen } from './filling.ts'
import { optionsCalled } from '../surveys/list-table.ts'
import { type Plan, type PlannedQuestion, type PlannedRoster, planOf } from './filling-plan.ts'
import type { Problem, ProblemCode } from '../problems.ts'
import { traitsOf } from '../surveys/question-types.ts'
import type { AnswerOption, Question, SurveyContent } from '../surveys/survey.ts'
import type { Circumstances } from '../expressions/expression-types.ts'
import type { Bound } from './constraint.ts'

export type { Answers, AnswerValue, GeoPoint } from './answer-values.ts'
export { otherKey } from './answer-values.ts'
export { checkText, isNoFix, isOnEarth, optionOf } from './answer-check.ts'

export interface AnswerProblem extends Problem {
  /** The key in the answers. */
  key: string
  /** The question's code; empty for a key that belongs to no question. */
  question: string
  /** Absent in a section that does not repeat. */
  repetition?: Repetition
}

/** Whether the question takes a free text beside its options. */
export function takesOther(question: Question): boolean {
  return !question.list && question.answers.some((option) => option.isOther)
}

/** What a survey asks of its answers, made once for all of them. */
interface AskedSurvey {
  questions: readonly AskedQuestion[]
  sections: readonly AskedSection[]
  /** Of all answers outside of sections that repeat, those to "other" included. */
  keys: ReadonlySet<string>
}

interface AskedQuestion extends PlannedQuestion, Answerable {
  /** The questions whose answers say which of its options are offered; none where all are. */
  parents: readonly PlannedQuestion[]
}

interface AskedSection {
  roster: PlannedRoster | undefined
  questions: readonly AskedQuestion[]
}

const askedBy = new WeakMap<Plan, AskedSurvey>()

function askedOf(plan: Plan): AskedSurvey {
  const known = askedBy.get(plan)
  if (known) return known
  const questions = plan.questions.map((planned, place) => ({
    ...planned,
    parents: isFiltered(planned.question)
      ? parentPlaces(plan.places, place).flatMap((parent) => plan.questions[parent] ?? [])
      : [],
    options: new Map<unknown, AnswerOption>(planned.question.answers.map((option) => [option.code, option])),
  }))
  const bySection = Map.groupBy(questions, (_each, place) => plan.places.sections[place])
  const asking = [...bySection.values()].map((own) => ({ roster: own[0]?.roster, questions: own }))
  const bare = [...plan.rosters.values()].filter(({ section }) => section.questions.length === 0)
  const sections = [...bare.map((roster) => ({ roster, questions: [] })), ...asking]
  const once = questions.filter(({ roster }) => !roster)
  const asked = { questions, sections, keys: new Set(once.flatMap((each) => [each.key, each.otherKey])) }
  askedBy.set(plan, asked)
  return asked
}

const noKeys: ReadonlySet<string> = new Set()

export interface AnswerOptions extends Clock {
  /** Keys of answers that the caller was given but cannot read: they have their problem already, and are not missing. */
  unread?: ReadonlySet<string>
}

export interface CheckedAnswers {
  problems: AnswerProblem[]
  /** Without problems the answers to store: those given, with the calculated ones. */
  answers: Answers
}

/** Everything that is wrong with the answers, in the order of the questions. */
export function answerProblems(
  content: SurveyContent,
  given: Readonly<Record<string, unknown>>,
  options: AnswerOptions,
): AnswerProblem[] {
  return checkAnswers(content, given, options).problems
}

export function checkAnswers(
  content: SurveyContent,
  given: Readonly<Record<string, unknown>>,
  options: AnswerOptions,
): CheckedAnswers {
  return new Check(content, given, options).checked()
}

class Check {
  readonly #content: SurveyContent
  readonly #asks: AskedSurvey
  readonly #given: Readonly<Record<string, unknown>>
  readonly #unread: ReadonlySet<string>
  readonly #budget = new Budget()
  readonly #filling: Filling
  readonly #seen: Seen
  readonly #isClear: boolean
  readonly #problems: AnswerProblem[] = []
  readonly #unknown: string[] = []
  /** The problems of deciding answers, found before their turn and paid for once. */
  readonly #decided = new Map<string, Problem | undefined>()
  /** By section: the repetitions that the caller has an answer in. */
  readonly #answered = new Map<number, Set<Repetition>>()
  /** By section: those that the caller has a number of its repetitions in. */
  readonly #counted = new Map<number, Set<Repetition>>()

  constructor(
    content: SurveyContent,
    given: Readonly<Record<string, unknown>>,
    { unread = noKeys, ...clock }: AnswerOptions,
  ) {
    const plan = planOf(content)
    this.#content = content
    this.#asks = askedOf(plan)
    this.#given = given
    this.#unread = unread
    this.#filling = fill(content, given, { ...clock, budget: this.#budget })
    this.#seen = new Seen(plan, this.#filling, clock, this.#budget)
    this.#readKeys()
    this.#isClear = plan.isPlain || this.#asks.sections.every((section) => this.#isClearIn(section))
  }

  #readKeys(): void {
    for (const key of Object.keys(this.#given)) {
      if (this.#asks.keys.has(key)) continue
      const meaning = meaningOf(this.#content, key)
      if (!meaning) this.#unknown.push(key)
      if (meaning?.repetition === undefined) continue
      const { section, question, repetition } = meaning
      const found = question ? this.#answered : this.#counted
      found.set(section.id, (found.get(section.id) ?? new Set()).add(repetition))
    }
  }

  checked(): CheckedAnswers {
    for (const section of this.#asks.sections) {
      if (section.roster) this.#checkCounts(section.roster)
      const isSure = this.#isClear || !section.roster || this.#isCountClear(section.roster)
      for (const repetition of this.#repetitionsOf(section)) {
        this.#seen.repetition = repetition
        for (const each of section.questions) this.#check(each, repetition, isSure)
      }
    }
    for (const key of this.#unknown) this.#problems.push({ key, question: '', code: 'UNKNOWN_QUESTION' })
    const key = this.#budget.spentAt
    // An answer without a complete verdict has no verdict at all.
    if (key !== undefined) {
      const question = meaningOf(this.#content, key)?.question?.code ?? ''
      return { problems: [{ key, question, code: 'TOO_MUCH_WORK' }], answers: this.#filling.answers }
    }
    return { problems: this.#problems, answers: this.#filling.answers }
  }

  /** Those that there are, and those that answers were given in. */
  #repetitionsOf({ roster }: AskedSection): readonly Repetition[] {
    if (!roster) return once
    const asked = this.#filling.repetitions(roster.section)
    return withFurther(asked, this.#answered.get(roster.section.id))
  }

  /** The repetitions that a section repeats in, and further ones that have a number. */
  #outerOf({ section, outer }: PlannedRoster): readonly Repetition[] {
    return outer ? withFurther(this.#filling.repetitions(outer.section), this.#counted.get(section.id)) : once
  }

  /** An answer that rules or conditions look at, and that is wrong, does not say which other questions are asked. */
  #isClearIn({ roster, questions }: AskedSection): boolean {
    const deciding = questions.filter(({ decides }) => decides)
    if (!roster) return !deciding.some((each) => this.#isUnclear(each, undefined))
    const isCounted = roster.countedAt !== undefined || this.#isCountClear(roster)
    const repetitions = [...(this.#answered.get(roster.section.id) ?? [])]
    return isCounted && !deciding.some((each) => repetitions.some((one) => this.#isUnclear(each, one)))
  }

  #isUnclear(asked: AskedQuestion, repetition: Repetition): boolean {
    const key = keyIn(asked, repetition)
    const value = this.#given[key]
    this.#budget.at = key
    const isWrong = !asked.calculation && value !== undefined && this.#checkOne(asked, key, value) !== undefined
    return this.#unread.has(key) || isWrong
  }

  #checkOne(asked: AskedQuestion, key: string, value: unknown): Problem | undefined {
    if (this.#decided.has(key)) return this.#decided.get(key)
    const found = checkAnswer(asked, value, this.#budget)
    if (asked.decides) this.#decided.set(key, found)
    return found
  }

  #isCountClear(roster: PlannedRoster): boolean {
    const { section, countedAt, max, outer } = roster
    if (countedAt === undefined)
      return this.#outerOf(roster).every((each) => {
        const key = countKey(section, each)
        return !this.#unread.has(key) && !wrongCount(this.#given[key], max)
      })
    const counting = this.#asks.questions[countedAt]
    const isSure = counting?.isAlwaysAsked && !counting.calculation && !counting.roster
    return Boolean(isSure && !this.#isUnclear(counting, undefined) && (!outer || this.#isCountClear(outer)))
  }

  #checkCounts(roster: PlannedRoster): void {
    if (roster.countedAt !== undefined) return
    for (const outer of this.#outerOf(roster)) {
      const key = countKey(roster.section, outer)
      const { [key]: count } = this.#given
      const isAsked = this.#filling.asked.has(key) || !this.#isClear
      const found: Problem | undefined = isAsked ? wrongCount(count, roster.max) : { code: 'NOT_ASKED' }
      if (found && count !== undefined) this.#problems.push({ key, question: '', ...found })
    }
  }

  /** Beside an answer that is wrong or unread it is not known which options are offered. */
  #isOffered(asked: AskedQuestion, value: unknown, repetition: Repetition): boolean {
    const { options, parents, question } = asked
    const named = (code: unknown) => (question.list ? optionsCalled(question.answers, code) : [options.get(code)])
    if (!this.#isClear) return true
    const isOffered = (code: unknown) => named(code).some((option) => this.#seen.offers(asked, option))
    if (![value].flat().every(isOffered)) return false
    if (parents.length === 0) return true
    const chosen = new Set<unknown>()
    for (const parent of parents) {
      const key = keyIn(parent, outerAt(repetition, parent.roster?.depth ?? 0))
      if (this.#unread.has(key)) return true
      const codes = [this.#filling.answers[key]].flat()
      if (!this.#budget.spend(codes.length)) return true
      for (const code of codes) chosen.add(code)
    }
    return [value].flat().every((code) => {
      const parentCode = options.get(code)?.parentCode
      return !parentCode || chosen.has(parentCode)
    })
  }

  #check(each: AskedQuestion, repetition: Repetition, isCountSure: boolean): void {
    const { question, calculation, bounds } = each
    const key = keyIn(each, repetition)
    const otherKey = otherKeyIn(each, repetition)
    this.#budget.at = key
    const isSure = this.#isClear || (isCountSure && each.isAlwaysAsked)
    const value = calculation ? this.#filling.answers[key] : this.#given[key]
    const other = this.#given[otherKey]
    const numbered = repetition === undefined ? {} : { repetition }
    const add = (at: string, found: Problem) =>
      this.#problems.push({ key: at, question: question.code, ...numbered, ...found })
    if (isSure && !this.#filling.asked.has(key)) {
      if (!calculation && value !== undefined) add(key, { code: 'NOT_ASKED' })
      if (other !== undefined) add(otherKey, { code: 'NOT_ASKED' })
      return
    }
    const isUnread = this.#unread.has(key)
    let found = value === undefined ? missing(each, isUnread || !isSure) : this.#checkOne(each, key, value)
    if (!found && value !== undefined && !this.#isOffered(each, value, repetition))
      found = { code: 'CHOICE_NOT_OFFERED' }
    if (!found && value !== undefined && this.#isClear) found = brokenBound(bounds, this.#seen)
    if (found) add(key, withMessage(found, question))
    if (other === undefined) return
    // An answer that is wrong or unread does not say whether its "other" is chosen.
    const isLoose = !found && !isUnread && !takesText(each, value)
    const foundOther: Problem | undefined = isLoose ? { code: 'OTHER_NOT_CHOSEN' } : checkText(other, undefined)
    if (foundOther) add(otherKey, foundOther)
  }
}

const once: readonly Repetition[] = [undefined]

function withFurther(asked: readonly Repetition[], given: ReadonlySet<Repetition> | undefined): readonly Repetition[] {
  if (!given) return asked
  const known = new Set(asked)
  return [...asked, ...[...given].filter((each) => !known.has(each)).sort(inRepetitionOrder)]
}

function wrongCount(count: unknown, max: number): Problem | undefined {
  if (count === undefined) return undefined
  if (!Number.isSafeInteger(count)) return { code: 'NOT_WHOLE' }
  if (Number(count) < 0) return { code: 'TOO_SMALL', limit: 0 }
  return Number(count) > max ? { code: 'TOO_BIG', limit: max } : undefined
}

function missing({ question, calculation }: AskedQuestion, isExcused: boolean): Problem | undefined {
  const { answer: kind, isRecorded } = traitsOf(question.type)
  // A required note holds the form for as long as it is shown.
  const isStop = question.type === 'NOTE'
  const isNeeded = question.required && !calculation && !question.readOnly && (kind || isStop) && !isRecorded
  return isNeeded && !isExcused ? { code: 'REQUIRED' } : undefined
}

const boundCodes: readonly ProblemCode[] = ['TOO_SMALL', 'TOO_BIG', 'TOO_LONG', 'PATTERN', 'CONSTRAINT']

/** The survey's own words for an answer that breaks one of its bounds. */
function withMessage(found: Problem, { validation: { message, requiredMessage } }: Question): Problem {
  const said = found.code === 'REQUIRED' ? requiredMessage : boundCodes.includes(found.code) ? message : undefined
  return said ? { ...found, said } : found
}

function brokenBound(bounds: readonly Bound[], seen: Circumstances): Problem | undefined {
  const broken = bounds.find(({ holds }) => holds(seen) !== true)
  return broken && { code: 'CONSTRAINT', names: broken.words }
}
