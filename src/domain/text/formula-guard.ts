/** Texts that a spreadsheet would take for a formula, which runs: files that we write guard each by an apostrophe. */

/** The wide signs count as the narrow ones where Chinese and Japanese are written. */
const dangerous = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A number with its sign, a phone too: a spreadsheet counts it and runs nothing. */
const numeric = /^[+-]\d+(\.\d+)?$/

/** A text that looks guarded already is guarded too, so that `unguarded` is its way back. */
export function guarded(text: string): string {
  return dangerous.test(text) && !numeric.test(text) ? `'${text}` : text
}

export function unguarded(text: string): string {
  return text.startsWith("'") && dangerous.test(text.slice(1)) ? text.slice(1) : text
}
