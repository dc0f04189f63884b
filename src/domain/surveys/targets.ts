/** Targets of a survey: what is to be reached, and how far it is. */
import type { FieldProblem } from '../problems.ts'

/** All responses, those approved, or those in which a question has one answer. */
export const targetSubjects = ['RECEIVED', 'APPROVED', 'ANSWER'] as const
/** Of the survey as a whole, or of each of them. */
export const targetScopes = ['SURVEY', 'UNIT', 'COLLECTOR', 'DAY'] as const
export const mostTargets = 10

export interface Target {
  of: (typeof targetSubjects)[number]
  per: (typeof targetScopes)[number]
  /** Responses; of an ANSWER per cent of those that answer the question. */
  goal: number
  /** Of an ANSWER: the code of the question, and of its option. */
  question?: string | undefined
  option?: string | undefined
}

export function targetProblems(targets: readonly Target[]): FieldProblem[] {
  return targets.flatMap(({ of, goal, question, option }, at) => {
    const isOfAnswer = of === 'ANSWER'
    const path = (name: string) => `targets[${at}].${name}`
    return [
      ...(isOfAnswer && goal > 100 ? [{ path: path('goal'), code: 'TOO_BIG' as const, limit: 100 }] : []),
      ...Object.entries({ question, option }).flatMap(([name, value]) =>
        isOfAnswer === (value !== undefined)
          ? []
          : [{ path: path(name), code: isOfAnswer ? ('REQUIRED' as const) : ('NOT_ALLOWED' as const) }],
      ),
    ]
  })
}
