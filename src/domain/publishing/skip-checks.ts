/** The problems of a survey's skip rules: a save checks one rule, a publication checks all. */
import { samplesOf } from '../answers/answer-samples.ts'
import { type FieldProblem, problem, under } from '../problems.ts'
import { type Route, routeOf } from '../answers/rule-conditions.ts'
import { destinationOf, inOrder, ownProblems, type Places, placesOf } from '../answers/skip-rules.ts'
import type { SkipRule, SurveyContent } from '../surveys/survey.ts'

/** Everything that keeps a rule from being saved. */
export function ruleProblems(content: SurveyContent, rule: SkipRule): FieldProblem[] {
  const places = placesOf(content)
  const own = ownProblems(rule, places)
  if (own.length > 0) return own
  const others = (content.skips ?? []).filter(({ id, fromQuestionId }) => {
    return id !== rule.id && fromQuestionId === rule.fromQuestionId
  })
  return problemsTogether([...others, rule], places).get(rule) ?? []
}

/** Everything that is wrong with the rules among themselves too; paths such as `skips[3].target`. */
export function skipProblems(content: SurveyContent): FieldProblem[] {
  const { skips = [] } = content
  const places = placesOf(content)
  const together = new Map<SkipRule, FieldProblem[]>()
  for (const rules of Map.groupBy(skips, ({ fromQuestionId }) => fromQuestionId).values())
    for (const [rule, found] of problemsTogether(rules, places)) together.set(rule, found)
  const ofRules = skips.flatMap((rule, index) =>
    under(`skips[${index}]`, [...ownProblems(rule, places), ...(together.get(rule) ?? [])]),
  )
  return [...ofRules, ...loopProblems(skips, places)]
}

/** The problems between rules of one question, without rules that are already wrong alone. */
function problemsTogether(given: readonly SkipRule[], places: Places): Map<SkipRule, FieldProblem[]> {
  const rules = inOrder(given.filter((rule) => ownProblems(rule, places).length === 0))
  const question = places.questions[places.ofQuestion.get(rules[0]?.fromQuestionId ?? 0) ?? -1]
  if (!question) return new Map()
  const routes = rules.map((rule) => routeOf(rule, question, destinationOf(rule, places) ?? 0))
  const [holding, counting, contradicting] = [new Set<Route>(), new Set<Route>(), new Set<Route>()]
  for (const answer of samplesOf(question, routes).answers) {
    const held = routes.filter(({ holds }) => holds(answer))
    const firsts = new Map(held.toReversed().map((route) => [route.priority, route]))
    held.forEach((route, index) => {
      holding.add(route)
      if (index === 0) counting.add(route)
      if (firsts.get(route.priority)?.to !== route.to) contradicting.add(route)
    })
  }
  const problemsOf = (route: Route) => {
    if (!holding.has(route)) return [problem('operator', 'RULE_NEVER_HOLDS')]
    if (!counting.has(route)) return [problem('operator', 'RULE_SHADOWED')]
    return contradicting.has(route) ? [problem('priority', 'RULE_CONTRADICTS')] : []
  }
  return new Map(routes.map((route, index) => [rules[index] as SkipRule, problemsOf(route)]))
}

/**
 * A rule that leads back makes a circle of all questions from its target to its own; circles that share a question are one.
 * Each is told with all of its questions, at the first rule that closes it.
 */
function loopProblems(skips: readonly SkipRule[], places: Places): FieldProblem[] {
  const backward = skips.flatMap((rule, index) => {
    const from = places.ofQuestion.get(rule.fromQuestionId)
    const to = destinationOf(rule, places)
    const leadsBack = from !== undefined && to !== undefined && to <= from
    return leadsBack ? [{ from, to, path: `skips[${index}].target` }] : []
  })
  const circles: { from: number; to: number; path: string }[] = []
  for (const next of backward.toSorted((one, other) => one.to - other.to)) {
    const last = circles.at(-1)
    if (last && next.to <= last.from) last.from = Math.max(last.from, next.from)
    else circles.push({ ...next })
  }
  return circles.map(({ from, to, path }) => {
    const members = places.questions.slice(to, from + 1).map(({ code }) => code)
    return { path, code: 'RULE_LOOP', names: members.join(', ') }
  })
}
