/** A list of people to invite, as it is pasted: one a line, with name, address and role in any order, then a user name. */
import type { FieldProblem, ProblemCode } from '../problems.ts'
import { usernameFault } from './username.ts'

/** A role by its code, and by its name in the language of the reader. */
interface KnownRole {
  id: number
  role: string
  name: string
}

export interface Invited {
  name: string
  username: string
  email: string | null
  roleId: number | undefined
  /** As it was pasted. */
  line: string
  problems: Pick<FieldProblem, 'path' | 'code'>[]
}

interface Rules {
  roles: readonly KnownRole[]
  /** Of lines that name none. */
  roleId: number | undefined
  /** The invitations go out by mail, so each needs an address. */
  byMail: boolean
}

const address = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/
const folded = (text: string) => text.trim().toLowerCase()

export function linesOf(text: string): string[] {
  return text.split(/\r?\n/)
}

/** Blank lines are none. Cells end at tabs where a line has one, as from a spreadsheet, else at semicolons or commas. */
export function readInvited(text: string, rules: Rules): Invited[] {
  const seen = new Set<string>()
  return linesOf(text)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const read = readLine(line, rules)
      const repeated = (['username', 'email'] as const).filter((path) => {
        const key = `${path} ${folded(read[path] ?? '')}`
        const isThere = read[path] !== null && seen.has(key)
        seen.add(key)
        return isThere
      })
      const [path] = repeated.reverse()
      return path ? { ...read, problems: [...read.problems, { path, code: 'DUPLICATE' as const }] } : read
    })
}

function readLine(line: string, { roles, roleId, byMail }: Rules): Invited {
  const cells = cellsOf(line)
  const named = roles.find((role) => cells.some((cell) => [role.role, role.name].some((word) => same(word, cell))))
  const email = cells.find((cell) => cell.includes('@')) ?? null
  const [name = '', ownName, ...more] = cells.filter(
    (cell) => cell !== email && !(named && [named.role, named.name].some((word) => same(word, cell))),
  )
  const username = ownName ?? usernameOf(email ?? name)
  const chosen = named?.id ?? roleId
  return {
    name,
    username,
    email,
    roleId: chosen,
    line,
    problems: [
      ...found('name', name === '' ? 'REQUIRED' : undefined),
      ...found('email', addressProblem(email, byMail)),
      ...found('roleId', chosen === undefined || more.length > 0 ? 'UNKNOWN_CHOICE' : undefined),
      ...found('username', usernameFault(username)),
    ],
  }
}

function found(path: string, code: ProblemCode | undefined): Invited['problems'] {
  return code ? [{ path, code }] : []
}

/** `Ana Silva <ana@example.org>` is a name and an address. */
function cellsOf(line: string): string[] {
  const separator = line.includes('\t') ? '\t' : line.includes(';') ? ';' : ','
  return line
    .replace(/<([^<>]*@[^<>]*)>/g, `${separator}$1`)
    .split(separator)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    .filter((cell) => cell !== '')
}

function same(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

function addressProblem(email: string | null, byMail: boolean): ProblemCode | undefined {
  if (email === null) return byMail ? 'REQUIRED' : undefined
  return address.test(email) ? undefined : 'BAD_EMAIL'
}

/** What is before the @ of the address; without one the name, in one word. */
function usernameOf(source: string): string {
  const [own = ''] = source.split('@')
  return own
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '.')
    .replace(/[^\p{L}\p{M}0-9._+-]/gu, '-')
}
