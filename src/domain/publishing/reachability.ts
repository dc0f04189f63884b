/**
 * Questions that no filling asks. Where conditions look at few answers that can be counted, all fillings are tried.
 * Elsewhere a condition is taken to hold for some answers, so that no question is reported that some filling asks.
 * Constraints and patterns are left out: a filling here is one whose answers fit their questions.
 */
import { samplesOf } from '../answers/answer-samples.ts'
import { upTo } from '../answers/answer-keys.ts'
import { countKey } from '../answers/answer-values.ts'
import { Budget } from '../budget.ts'
import { fill, type Filling, keyIn } from '../answers/filling.ts'
import { type Plan, planOf, type PlannedQuestion, type PlannedRoster } from '../answers/filling-plan.ts'
import type { FieldProblem } from '../problems.ts'
import type { SurveyContent } from '../surveys/survey.ts'

/** The most steps before the search of all fillings gives up. */
const mostLooks = 1_000_000

export function unreachableProblems(content: SurveyContent): FieldProblem[] {
  const plan = planOf(content)
  if (plan.isPlain) return []
  const reached = tryAll(content, plan) ?? walk(plan)
  return content.sections.flatMap(({ questions }, sectionIndex) =>
    questions.flatMap(({ id }, index): FieldProblem[] =>
      reached.has(id) ? [] : [{ path: `sections[${sectionIndex}].questions[${index}]`, code: 'QUESTION_UNREACHABLE' }],
    ),
  )
}

/** An answer that is still open, and all that it may be. */
interface Open {
  key: string
  answers: readonly unknown[]
}

/** Every way through the answers that decide; undefined when there are too many, or not all can be counted. */
function tryAll(content: SurveyContent, plan: Plan): Set<number> | undefined {
  const hasConditions = plan.questions.some(
    ({ sectionHolds, holds, calculation, routes, roster }) =>
      sectionHolds || holds || (calculation && routes.length > 0) || roster?.countedAt !== undefined,
  )
  if (!hasConditions) return undefined
  const samples = new Map(
    plan.questions.flatMap((planned) =>
      isDeciding(planned) ? [[planned.question.id, samplesOf(planned.question, planned.routes)]] : [],
    ),
  )
  if ([...samples.values()].some(({ isWhole }) => !isWhole)) return undefined
  const few = withFewRepetitions(content, plan)
  const openings = openingsOf(plan, samples)
  const reached = new Set<number>()
  const budget = new Budget(mostLooks)
  const waiting: Record<string, unknown>[] = [{}]
  for (let given = waiting.pop(); given; given = waiting.pop()) {
    // Of what today is depends which questions are asked: any day serves as well as another.
    const filling = fill(few, given, { today: '2000-01-01', budget })
    if (budget.spentAt !== undefined) return undefined
    const open = nextOpen(openings, given, filling)
    if (open) for (const answer of open.answers) waiting.push({ ...given, [open.key]: answer })
    else for (const id of questionsAsked(plan, filling)) reached.add(id)
  }
  return reached
}

/** Whether there may be any number of repetitions. A count that no question gives has its own problem. */
function isFree({ countedAt = -1 }: PlannedRoster): boolean {
  return countedAt < 0
}

/** Repetitions that nothing looks at together are all alike, so one of them is enough. */
function withFewRepetitions(content: SurveyContent, { rosters }: Plan): SurveyContent {
  const sections = content.sections.map((section) => {
    const roster = rosters.get(section.id)
    if (!roster) return section
    const max = roster.isSummed ? roster.max : 1
    const { depth } = section.repeat ?? {}
    return { ...section, repeat: isFree(roster) ? { max, depth } : { ...section.repeat, max } }
  })
  return { ...content, sections }
}

function isDeciding({ decides, calculation }: PlannedQuestion): boolean {
  return decides && !calculation
}

/** The deciding questions in order, with the number of repetitions before the questions of a section. */
function openingsOf(plan: Plan, samples: ReadonlyMap<number, { answers: readonly unknown[] }>) {
  const counted = new Set<PlannedRoster>()
  return plan.order.flatMap((place) => {
    const planned = plan.questions[place]
    if (!planned) return []
    const { roster, question } = planned
    const isFirst = roster && isFree(roster) && !counted.has(roster)
    if (isFirst) counted.add(roster)
    // One that nothing looks at has a repetition in which its questions can be reached.
    const counts = isFirst ? (roster.isSummed ? [...upTo(roster.max), 0] : [1]) : []
    const answers = samples.get(question.id)?.answers
    return [
      ...(isFirst ? [{ key: (filling: Filling) => countKeysOf(roster, filling), answers: counts }] : []),
      ...(answers ? [{ key: (filling: Filling) => keysOf(planned, filling), answers }] : []),
    ]
  })
}

function countKeysOf({ section, outer }: PlannedRoster, { repetitions }: Filling): string[] {
  return outer ? repetitions(outer.section).map((each) => countKey(section, each)) : [countKey(section)]
}

function keysOf(planned: PlannedQuestion, { repetitions }: Filling): string[] {
  const { roster } = planned
  return roster ? repetitions(roster.section).map((repetition) => keyIn(planned, repetition)) : [planned.key]
}

/** The first that is asked and not decided yet. */
function nextOpen(openings: ReturnType<typeof openingsOf>, given: object, filling: Filling): Open | undefined {
  for (const { key: keys, answers } of openings)
    for (const key of keys(filling)) if (filling.asked.has(key) && !(key in given)) return { key, answers }
  return undefined
}

function questionsAsked({ questions }: Plan, filling: Filling): number[] {
  return questions.flatMap((planned) =>
    keysOf(planned, filling).some((key) => filling.asked.has(key)) ? [planned.question.id] : [],
  )
}

/** From question to question, by each of the ways that answers lead. */
function walk({ questions, places }: Plan): Set<number> {
  const reached = new Set<number>()
  const isReached = new Uint8Array(questions.length + 1)
  isReached[0] = 1
  questions.forEach((planned, place) => {
    if (!isReached[place]) return
    const { question, sectionHolds, holds, calculation, routes } = planned
    reached.add(question.id)
    // A section that repeats may have no repetition.
    const own = places.sections[place]
    if (planned.roster && own) isReached[own.end] = 1
    if (routes.length === 0) {
      isReached[place + 1] = 1
      return
    }
    // With a condition it may be passed by; a calculated answer may be any.
    if (sectionHolds || holds || calculation) isReached[place + 1] = 1
    for (const answer of samplesOf(question, routes).answers)
      isReached[routes.find((route) => route.holds(answer))?.to ?? place + 1] = 1
    if (calculation) for (const { to } of routes) isReached[to] = 1
  })
  return reached
}
