/** Checks the number of a section's repetitions: in one section when it is saved, in all when they are published. */
import { rostersAround } from '../answers/rosters.ts'
import { nearTo } from '../nearest.ts'
import { type FieldProblem, under } from '../problems.ts'
import { traitsOf } from '../surveys/question-types.ts'
import { type Question, scaleOf, type Section } from '../surveys/survey.ts'

type Counting = Pick<Question, 'type' | 'validation'>
type AskedSection = Pick<Section, 'repeat'> & { questions: readonly (Counting & Pick<Question, 'code'>)[] }

/** Whether an answer can say how often a section repeats. */
export function isWholeNumber({ type, validation }: Counting): boolean {
  const { answer, isWhole } = traitsOf(type)
  if (type !== 'RANGE') return answer === 'number' && isWhole === true
  const { min, step } = scaleOf({ validation })
  return Number.isInteger(min) && Number.isInteger(step)
}

/** Of the section at a place among all of them. */
export function repeatProblems(sections: readonly AskedSection[], place: number): FieldProblem[] {
  const { countCode, depth = 1 } = sections[place]?.repeat ?? {}
  const around = rostersAround(sections)
  const outer = around[place]?.slice(0, -1) ?? []
  const problems: FieldProblem[] = []
  if (depth > outer.length + 1) problems.push({ path: 'repeat.depth', code: 'REPEAT_OUTSIDE' })
  if (!countCode) return problems
  const path = 'repeat.countCode'
  const at = sections.findIndex(({ questions }) => questions.some(({ code }) => code === countCode))
  const counting = sections[at]?.questions.find(({ code }) => code === countCode)
  if (!counting) {
    const codes = sections.flatMap(({ questions }) => questions.map(({ code }) => code))
    return [...problems, { path, code: 'COUNT_UNKNOWN', names: countCode, ...nearTo(countCode, codes) }]
  }
  if (!isWholeNumber(counting)) problems.push({ path, code: 'COUNT_NOT_INTEGER' })
  if (around[at]?.some((roster) => !outer.includes(roster))) problems.push({ path, code: 'COUNT_REPEATED' })
  else if (at >= place) problems.push({ path, code: 'COUNT_NOT_EARLIER' })
  return problems
}

export function allRepeatProblems(sections: readonly AskedSection[]): FieldProblem[] {
  return sections.flatMap((_, place) => under(`sections[${place}]`, repeatProblems(sections, place)))
}
