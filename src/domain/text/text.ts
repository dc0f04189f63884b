/** The rules of a text from any source: a call, a form of the page, a cell of a file, an answer. */

/** Names and the like are on one line; descriptions, reasons and addresses may have several. */
export type Lines = 'one' | 'many'

/** The most that a cell of Excel holds. */
export const longestText = 32_767

/**
 * Control characters but line ends and tabs, what Unicode says is no character, and the two signs that reverse the letters
 * after them: a name with one reads as another name.
 */
const unprintable = /[^\n\t\P{Cc}]|[\ufffe\uffff\u202d\u202e]/u
const lineSigns = /[\n\t]/

/** What is not printable, and halves of surrogate pairs, can neither be stored nor shown. */
export function textProblem(text: string, lines: Lines): 'BAD_CHARACTER' | 'NOT_ONE_LINE' | undefined {
  if (unprintable.test(text) || !text.isWellFormed()) return 'BAD_CHARACTER'
  return lines === 'one' && lineSigns.test(text) ? 'NOT_ONE_LINE' : undefined
}
