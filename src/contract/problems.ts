/** Turns what zod found into field problems with stable codes; the page translates `problems.<code>`. */
import type * as z from 'zod/mini'
import type { FieldProblem } from '#domain/errors.ts'
import { phoneFaultTexts } from '#domain/phone.ts'

/** English text by code; `{limit}` is filled in. Keep the locale files in step. */
const texts: Record<string, string> = {
  REQUIRED: 'This is required.',
  TYPE: 'This has the wrong type.',
  UNKNOWN_KEY: 'There is no such field.',
  TOO_SHORT: 'This needs at least {limit} characters.',
  TOO_LONG: 'This may have at most {limit} characters.',
  TOO_SMALL: 'This must be at least {limit}.',
  TOO_BIG: 'This must be at most {limit}.',
  TOO_FEW: 'This needs at least {limit} entries.',
  TOO_MANY: 'This may have at most {limit} entries.',
  BAD_CHARACTER: 'This holds a character that cannot be stored.',
  NOT_ONE_LINE: 'This must be one line, without line breaks and tabs.',
  FORMAT: 'This does not have the right form.',
  NOT_ALLOWED: 'This is not one of the allowed values.',
  INVALID: 'This is not valid.',
  DUPLICATE: 'There is already one with this value.',
  UNKNOWN_REFERENCE: 'There is no such record.',
  RANGE_REVERSED: 'The range ends before it begins.',
  IN_PAST: 'This must lie in the future.',
  // Surveys
  AMOUNT_NEEDED: 'A paid survey needs an amount above 0.',
  AMOUNT_TOO_HIGH: 'One payment may be at most {limit}.',
  CURRENCY_DIGITS: 'The currency has at most {limit} digits after the point.',
  END_BEFORE_START: 'The end must be after the start.',
  GROUPED_UNSUPPORTED: 'Grouped payment cannot be used here; choose individual payment.',
  RESERVED: 'Every workbook already has a column of this name.',
  NOT_FOR_TYPE: 'This does not fit the type of the question.',
  MIN_ABOVE_MAX: 'The minimum is above the maximum.',
  // Sites
  POINT_INCOMPLETE: 'A point needs both latitude and longitude.',
  // People
  USERNAME_LETTERS: 'This holds a letter that user names do not take. Write it in everyday letters.',
  SCRIPTS_MIXED: 'Write this in the letters of one script.',
  USERNAME_ALIKE: 'This looks like the user name of another person.',
  ...phoneFaultTexts,
  PRODUCT_NAME: 'Names that begin like this belong to the product.',
  PASSWORD_COMMON: 'This password is too easy to guess.',
  PASSWORD_IS_USERNAME: 'The password must not be the user name.',
  PASSWORD_UNCHANGED: 'This is the present password. Choose another one.',
}

export interface Problem extends FieldProblem {
  limit?: number | string
}

/** A problem of one field, with its English text. */
export function problem(path: string, code: string, limit?: number | string): Problem {
  const message = (texts[code] ?? texts['INVALID'] ?? '').replace('{limit}', String(limit ?? ''))
  return limit === undefined ? { path, code, message } : { path, code, message, limit }
}

/** All problems at once, in the order of the fields. Paths read like `sections[0].title`. */
export function problemsOf(error: z.core.$ZodError): Problem[] {
  return error.issues.flatMap((issue) => issueProblems(issue, []))
}

function issueProblems(issue: z.core.$ZodIssue, parents: PropertyKey[]): Problem[] {
  const segments = [...parents, ...issue.path]
  const path = pathText(segments)
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => problem(pathText([...segments, key]), 'UNKNOWN_KEY'))
    case 'invalid_type':
      return [problem(path, issue.input === undefined ? 'REQUIRED' : 'TYPE')]
    case 'too_small':
      return [problem(path, ...smallCode(issue.origin, Number(issue.minimum)))]
    case 'too_big':
      return [problem(path, bigCode(issue.origin), Number(issue.maximum))]
    case 'invalid_value':
      return [problem(path, issue.input === undefined ? 'REQUIRED' : 'NOT_ALLOWED')]
    case 'invalid_format':
    case 'not_multiple_of':
      return [problem(path, 'FORMAT')]
    case 'invalid_union':
      return unionProblems(issue, segments)
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues.flatMap((inner) => issueProblems(inner, segments))
    case 'custom':
      return [problem(path, customCode(issue))]
  }
}

/**
 * A discriminated union that matched no branch has no inner issues; a plain one reports the first branch that takes values
 * of this type, else its first.
 */
function unionProblems(issue: z.core.$ZodIssueInvalidUnion, segments: PropertyKey[]): Problem[] {
  const ofThisType = issue.errors.find((found) => !found.some(({ code, path }) => code === 'invalid_type' && !path[0]))
  const first = ofThisType ?? issue.errors[0]
  if (!first || first.length === 0) return [problem(pathText(segments), 'NOT_ALLOWED')]
  return first.flatMap((inner) => issueProblems(inner, segments))
}

function customCode(issue: z.core.$ZodIssueCustom): string {
  const code: unknown = issue.params?.['code']
  return typeof code === 'string' ? code : 'INVALID'
}

function smallCode(origin: string, minimum: number): [code: string, limit?: number] {
  if (origin === 'string') return minimum <= 1 ? ['REQUIRED'] : ['TOO_SHORT', minimum]
  if (origin === 'array' || origin === 'set') return ['TOO_FEW', minimum]
  return ['TOO_SMALL', minimum]
}

function bigCode(origin: string): string {
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
