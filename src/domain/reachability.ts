/**
 * Questions that no filling asks. Where conditions look at few answers that can be counted, all fillings are tried.
 * Elsewhere a condition is taken to hold for some answers, so that no question is reported that some filling asks.
 * Constraints and patterns are left out: a filling here is one whose answers fit their questions.
 */
import { type Sample, samplesOf } from './answer-samples.ts'
import { fill, type Filling } from './filling.ts'
import { type Plan, planOf, type PlannedQuestion } from './filling-plan.ts'
import type { FieldProblem } from './problems.ts'
import type { SurveyContent } from './survey.ts'

/** So many questions are looked at before it is given up to try all fillings. */
const mostLooks = 100_000

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

function samplesAt({ question, routes }: PlannedQuestion) {
  return samplesOf(
    question,
    routes.map(({ rule }) => rule),
  )
}

/** Every way through the answers that decide; undefined when there are too many, or not all can be counted. */
function tryAll(content: SurveyContent, plan: Plan): Set<number> | undefined {
  const hasConditions = plan.questions.some(
    ({ sectionHolds, holds, calculation, routes }) => sectionHolds || holds || (calculation && routes.length > 0),
  )
  if (!hasConditions) return undefined
  const deciding = plan.order.flatMap((place) => plan.questions[place] ?? []).filter(isDeciding)
  const samples = new Map(deciding.map((planned) => [planned.question.id, samplesAt(planned)]))
  if ([...samples.values()].some(({ isWhole }) => !isWhole)) return undefined
  const reached = new Set<number>()
  let looks = 0
  const waiting: Record<string, Sample>[] = [{}]
  for (let given = waiting.pop(); given; given = waiting.pop()) {
    looks += plan.questions.length
    if (looks > mostLooks) return undefined
    // Of what today is depends which questions are asked: any day serves as well as another.
    const filling = fill(content, given, { today: '2000-01-01' })
    const open = nextOpen(deciding, given, filling)
    if (!open) for (const id of filling.asked) reached.add(id)
    else
      for (const answer of samples.get(open.question.id)?.answers ?? []) waiting.push({ ...given, [open.key]: answer })
  }
  return reached
}

function isDeciding({ decides, calculation }: PlannedQuestion): boolean {
  return decides && !calculation
}

/** The first that is asked and not decided yet. */
function nextOpen(deciding: readonly PlannedQuestion[], given: Record<string, Sample>, { asked }: Filling) {
  return deciding.find(({ question, key }) => asked.has(question.id) && !(key in given))
}

/** From question to question, by each of the ways that answers lead. */
function walk({ questions }: Plan): Set<number> {
  const reached = new Set<number>()
  const isReached = new Uint8Array(questions.length + 1)
  isReached[0] = 1
  questions.forEach((planned, place) => {
    if (!isReached[place]) return
    const { question, sectionHolds, holds, calculation, routes } = planned
    reached.add(question.id)
    if (routes.length === 0) {
      isReached[place + 1] = 1
      return
    }
    // With a condition it may be passed by; a calculated answer may be any.
    if (sectionHolds || holds || calculation) isReached[place + 1] = 1
    for (const answer of samplesAt(planned).answers)
      isReached[routes.find((route) => route.holds(answer))?.to ?? place + 1] = 1
    if (calculation) for (const { to } of routes) isReached[to] = 1
  })
  return reached
}
