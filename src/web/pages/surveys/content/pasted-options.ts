/** A list of options as it is pasted: one on each line, `code;label`, `code<tab>label` or the label alone. Pure. */
import { answerCode } from '#contract/answers.ts'
import type { ProblemCode } from '#domain/problems.ts'
import { codeTaken, freeCode } from '#domain/publishing/survey-rules.ts'

export interface PastedOption {
  code: string
  label: string
}

export interface PastedProblem {
  /** Counted from 1. */
  line: number
  code: ProblemCode
  limit?: number
}

const longestLabel = 2000

/** The options, those without a code with the next free one; or what is wrong, by line. */
export function readPasted(
  text: string,
  taken: readonly string[],
): { options: PastedOption[]; problems: PastedProblem[] } {
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({ line: index + 1, parts: split(line.trim()) }))
    .filter(({ parts }) => parts.label !== '' || parts.code !== undefined)
  const codes = [...taken, ...lines.flatMap(({ parts }) => parts.code ?? [])]
  const seen = [...taken]
  const problems: PastedProblem[] = []
  const options = lines.map(({ line, parts: { code: given, label } }) => {
    const code = given ?? freeCode('', codes)
    if (given === undefined) codes.push(code)
    if (!answerCode.test(code)) problems.push({ line, code: 'OPTION_CODE' })
    else if (given !== undefined && codeTaken(given, seen)) problems.push({ line, code: 'DUPLICATE' })
    if (label === '') problems.push({ line, code: 'REQUIRED' })
    if (label.length > longestLabel) problems.push({ line, code: 'TOO_LONG', limit: longestLabel })
    seen.push(code)
    return { code, label }
  })
  return { options, problems }
}

function split(line: string): { code: string | undefined; label: string } {
  const [, code, label] = /^([^;\t]*)[;\t](.*)$/.exec(line) ?? []
  if (code === undefined || label === undefined) return { code: undefined, label: line }
  return { code: code.trim() === '' ? undefined : code.trim(), label: label.trim() }
}
