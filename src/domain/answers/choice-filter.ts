/**
 * Options that belong to one of an earlier question, as a district to its province (`parentCode`): they are offered while
 * that one is chosen. A ranking takes all of its options.
 */
import { type FieldProblem, under } from '../problems.ts'
import { Budget } from '../budget.ts'
import type { Repetition } from './answer-values.ts'
import { type Clock, fill, type Filling, Seen } from './filling.ts'
import { planOf } from './filling-plan.ts'
import type { Places } from './skip-rules.ts'
import { type AnswerOption, choiceTypes, type Question, type SurveyContent } from '../surveys/survey.ts'

/** The places of the parent questions of a question's options, in its own repetition, one around it or none. */
export function parentPlaces({ questions, sections }: Places, place: number): number[] {
  const own = sections[place]?.rosters ?? []
  return questions.slice(0, place).flatMap(({ type }, earlier) => {
    const isSeen = sections[earlier]?.rosters.every((roster) => own.includes(roster))
    return isSeen && choiceTypes.includes(type) ? [earlier] : []
  })
}

export function isFiltered({ type, answers, list }: Question): boolean {
  return type !== 'RANK' && !list && answers.some(({ parentCode }) => parentCode)
}

/** The codes that options of the question at a place may belong to. */
export function parentCodes(places: Places, place: number): ReadonlySet<string> {
  const parents = parentPlaces(places, place)
  return new Set(parents.flatMap((parent) => places.questions[parent]?.answers.map(({ code }) => code) ?? []))
}

/** Of options that belong to none: `answers[2].parentCode`. */
function parentProblems(options: readonly AnswerOption[], codes: ReadonlySet<string>): FieldProblem[] {
  return options.flatMap(({ parentCode }, index) =>
    !parentCode || codes.has(parentCode)
      ? []
      : [{ path: `answers[${index}].parentCode`, code: 'UNKNOWN_PARENT_OPTION' as const }],
  )
}

/** In all questions, by their paths. */
export function allParentProblems(places: Places): FieldProblem[] {
  return places.questions.flatMap((question, place) => {
    if (!question.answers.some(({ parentCode }) => parentCode)) return []
    const { index = 0, begin = 0 } = places.sections[place] ?? {}
    const path = `sections[${index}].questions[${place - begin}]`
    return under(path, parentProblems(question.answers, parentCodes(places, place)))
  })
}

/** The options that the filter of a question, if it has one, offers. */
export type Offering = (question: Pick<Question, 'id' | 'answers'>, repetition: Repetition) => readonly AnswerOption[]

/** By the answers given so far, which are filled in once for all questions, when the first one asks. */
export function offeringOf(content: SurveyContent, given: Readonly<Record<string, unknown>>, clock: Clock): Offering {
  const plan = planOf(content)
  let filling: Filling | undefined
  return ({ id, answers }, repetition) => {
    const planned = plan.questions[plan.places.ofQuestion.get(id) ?? -1]
    if (!planned?.offers) return answers
    filling ??= fill(content, given, clock)
    const seen = new Seen(plan, filling, clock, new Budget())
    seen.repetition = repetition
    return seen.offered(planned, answers)
  }
}
