/** The rules of `domain/passwords.ts` with the words that passwords are often made of, kept beside this file. */
import { readFileSync } from 'node:fs'
import { problem, type Problem } from '#contract/problems.ts'
import { passwordFault } from '#domain/passwords.ts'

const words = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
const common: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean))

/** What is wrong with a new password, as a problem of the field `path`. */
export function passwordProblem(path: string, password: string, username: string): Problem | undefined {
  const fault = passwordFault(password, username, common)
  return fault && problem(path, fault.code, fault.limit)
}
