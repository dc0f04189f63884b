import type { Problem } from '#contract/problems.ts'
import { useTextOr } from '../i18n/text.ts'

/** The words for a field problem: ours by its code, else those of the server. */
export function useProblemText(): (problem: Problem) => string {
  const textOr = useTextOr()
  return ({ code, message, limit }) =>
    textOr(`problems.${code}`, textOr(`errors.${code}`, message), { limit: limit ?? 0 })
}
