/** From the names in a table to codes and labels of a questionnaire. */
import { fixedColumns, longestCode } from './survey.ts'
import { codeTaken } from '../publishing/survey-rules.ts'

/** `Nº de membros` → `N_de_membros`: letters, digits and `_`, a letter first, not reserved and not in `taken`. */
export function questionCodeFor(header: string, taken: readonly string[]): string {
  const plain = header
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const begun = /^[A-Za-z]/.test(plain) ? plain : `q_${plain}`
  const used = [...taken, ...fixedColumns]
  for (let n = 1; ; n += 1) {
    const ending = n === 1 ? '' : `_${n}`
    const code = begun.slice(0, longestCode - ending.length).replace(/_+$/, '') + ending
    if (!codeTaken(code, used)) return code
  }
}

/** The value as the code of an option; undefined when no option can have it. */
export function optionCode(value: string): string | undefined {
  return /^[^;\p{Cc}]{1,100}$/u.test(value) ? value : undefined
}

/** `respondent_wall_type` → `Respondent wall type`. */
export function readable(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[_\s]+/g, ' ')
    .trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
