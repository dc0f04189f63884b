/** Checks the number of a section's repetitions: in one section when it is saved, in all when they are published. */
import { type FieldProblem, under } from '../problems.ts'
import type { Question, Section } from '../surveys/survey.ts'

type AskedSection = Pick<Section, 'repeat'> & { questions: readonly Pick<Question, 'code' | 'type'>[] }

/** Of the section at a place among all of them. */
export function repeatProblems(sections: readonly AskedSection[], place: number): FieldProblem[] {
  const { countCode } = sections[place]?.repeat ?? {}
  if (!countCode) return []
  const path = 'repeat.countCode'
  const at = sections.findIndex(({ questions }) => questions.some(({ code }) => code === countCode))
  const counting = sections[at]?.questions.find(({ code }) => code === countCode)
  if (!counting) return [{ path, code: 'COUNT_UNKNOWN', names: countCode }]
  const problems: FieldProblem[] = []
  if (counting.type !== 'INTEGER') problems.push({ path, code: 'COUNT_NOT_INTEGER' })
  if (sections[at]?.repeat) problems.push({ path, code: 'COUNT_REPEATED' })
  else if (at >= place) problems.push({ path, code: 'COUNT_NOT_EARLIER' })
  return problems
}

export function allRepeatProblems(sections: readonly AskedSection[]): FieldProblem[] {
  return sections.flatMap((_, place) => under(`sections[${place}]`, repeatProblems(sections, place)))
}
