/** Turns what zod found into field problems with stable codes; the page translates `problems.<code>`. */
import * as z from 'zod/mini'
import { type FieldProblem, type Hint, problem, type ProblemCode } from '#domain/problems.ts'

/** What zod calls the form of an amount of money. */
export const amountFormat = 'amount'

/** What a problem at this place teaches; `key`: the field that is not known. */
export type Teach = (issue: z.core.$ZodIssue, place: readonly PropertyKey[], key?: string) => Hint

/** All problems at once, in the order of the fields. Paths read like `sections[0].title`. */
export function problemsOf(error: z.core.$ZodError, teach: Teach = () => ({})): FieldProblem[] {
  return error.issues.flatMap((issue) => issueProblems(issue, [], teach))
}

function issueProblems(issue: z.core.$ZodIssue, parents: PropertyKey[], teach: Teach): FieldProblem[] {
  const segments = [...parents, ...issue.path]
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        ...problem(pathText([...segments, key]), 'UNKNOWN_KEY'),
        ...teach(issue, segments, key),
      }))
    case 'invalid_union':
      return unionProblems(issue, segments, teach)
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues.flatMap((inner) => issueProblems(inner, segments, teach))
    case 'custom':
    case 'invalid_format':
    case 'invalid_type':
    case 'invalid_value':
    case 'not_multiple_of':
    case 'too_big':
    case 'too_small':
      return [{ ...ownProblem(issue, pathText(segments)), ...teach(issue, segments) }]
  }
}

type OwnIssue = Exclude<
  z.core.$ZodIssue,
  { code: 'unrecognized_keys' | 'invalid_union' | 'invalid_key' | 'invalid_element' }
>

function ownProblem(issue: OwnIssue, path: string): FieldProblem {
  switch (issue.code) {
    case 'invalid_type':
      return problem(path, issue.input === undefined ? 'REQUIRED' : 'TYPE')
    case 'too_small':
      return problem(path, ...smallCode(issue.origin, Number(issue.minimum)))
    case 'too_big':
      return problem(path, bigCode(issue.origin), Number(issue.maximum))
    case 'invalid_value':
      return problem(path, issue.input === undefined ? 'REQUIRED' : 'NOT_ALLOWED')
    case 'invalid_format':
      // Without the currency: these digits are right in each.
      if (issue.format === amountFormat) return problem(path, 'NOT_AN_AMOUNT', '1250')
      return problem(path, issue.format === 'email' ? 'BAD_EMAIL' : 'FORMAT')
    case 'not_multiple_of':
      return problem(path, 'FORMAT')
    case 'custom':
      return problem(path, ...customCode(issue))
  }
}

/**
 * A discriminated union that matched no branch has no inner issues. A plain one reports the first branch that takes
 * values of this type, else its first.
 */
function unionProblems(issue: z.core.$ZodIssueInvalidUnion, segments: PropertyKey[], teach: Teach): FieldProblem[] {
  const ofThisType = issue.errors.find((found) => !found.some(({ code, path }) => code === 'invalid_type' && !path[0]))
  const first = ofThisType ?? issue.errors[0]
  if (!first || first.length === 0) return [problem(pathText(segments), 'NOT_ALLOWED')]
  return first.flatMap((inner) => issueProblems(inner, segments, teach))
}

/** What the refusals of a shape teach. */
export const hints = z.registry<Hint>()

export function teaching<Shape extends z.ZodMiniType>(shape: Shape, hint: Hint): Shape {
  hints.add(shape, hint)
  return shape
}

/** What a check of ours says is wrong, and its limit: `z.refine(isReal, { params: saying('FORMAT') })`. */
export function saying(code: ProblemCode, limit?: number): { code: ProblemCode; limit: number | undefined } {
  return { code, limit }
}

function customCode({ params = {} }: z.core.$ZodIssueCustom): [code: ProblemCode, limit: number | undefined] {
  const { code = 'INVALID', limit } = params as Partial<ReturnType<typeof saying>>
  return [code, limit]
}

function smallCode(origin: string, minimum: number): [code: ProblemCode, limit?: number] {
  if (origin === 'string') return minimum <= 1 ? ['REQUIRED'] : ['TOO_SHORT', minimum]
  if (origin === 'array' || origin === 'set') return ['TOO_FEW', minimum]
  return ['TOO_SMALL', minimum]
}

function bigCode(origin: string): ProblemCode {
  if (origin === 'string') return 'TOO_LONG'
  if (origin === 'array' || origin === 'set') return 'TOO_MANY'
  return 'TOO_BIG'
}

function pathText(segments: PropertyKey[]): string {
  return segments
    .map((segment, index) =>
      typeof segment === 'number' ? `[${segment}]` : `${index === 0 ? '' : '.'}${String(segment)}`,
    )
    .join('')
}
