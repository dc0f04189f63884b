/** The rules of `domain/people/passwords.ts` with the words that passwords are often made of, kept beside this file. */
import { readFileSync } from 'node:fs'
import type { FieldProblem } from '#domain/problems.ts'
import { passwordProblem } from '#domain/people/passwords.ts'

const words = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
const common: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean))

/** The problem of a new password, as a problem of the field `path`. */
export function newPasswordProblem(path: string, password: string, username: string): FieldProblem | undefined {
  const found = passwordProblem(password, username, common)
  return found && { path, ...found }
}
