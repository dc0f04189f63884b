/** What a password must be: 12 to 128 characters, as they were typed, and nothing that everybody would try. */
import type { Problem } from '../problems.ts'

export const shortestPassword = 12
export const longestPassword = 128

/**
 * What is wrong with a password; undefined when it will do. Characters are counted as people see them in code charts, so
 * that an emoji is one. `common`: words that passwords are often made of, in lower case.
 */
export function passwordProblem(password: string, username: string, common: ReadonlySet<string>): Problem | undefined {
  const { length } = Array.from(password)
  if (length < shortestPassword) return { code: 'TOO_SHORT', limit: shortestPassword }
  if (length > longestPassword) return { code: 'TOO_LONG', limit: longestPassword }
  const lower = password.toLowerCase()
  if (lower.includes(username.toLowerCase()) && length - Array.from(username).length < 6)
    return { code: 'PASSWORD_IS_USERNAME' }
  return isGuessable(lower, common) ? { code: 'PASSWORD_COMMON' } : undefined
}

const disguises: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/** Few different signs, a walk along the alphabet or the keyboard, or one or two common words with figures around. */
function isGuessable(password: string, common: ReadonlySet<string>): boolean {
  if (new Set(password).size < 5 || isRepeated(password) || isWalk(password)) return true
  const trimmed = password.replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '')
  const undisguised = Array.from(trimmed)
    .map((sign) => disguises[sign] ?? sign)
    .join('')
  return [password, undisguised].some((text) => isMadeOf(text.replace(/[^\p{L}]+/gu, ''), common))
}

/** `abcdabcdabcd`: some signs over and over. */
function isRepeated(text: string): boolean {
  return /^(.{1,8}?)\1+.{0,3}$/su.test(text)
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
]
const walks = rows.flatMap((row) => [row, Array.from(row).reverse().join('')])

/** Only pieces of four signs and more from those rows. */
function isWalk(text: string): boolean {
  let rest = text
  while (rest.length >= 4) {
    const step = walkAt(rest)
    if (step === 0) return false
    rest = rest.slice(step)
  }
  return rest.length < 4 && rest.length < text.length
}

/** How many of the first signs of `text` are side by side in one of the rows; 0 when fewer than four are. */
function walkAt(text: string): number {
  let longest = 0
  for (let length = 4; length <= text.length; length++) {
    if (!walks.some((row) => row.includes(text.slice(0, length)))) break
    longest = length
  }
  return longest
}

/** Whether `text` is one common word, or two of them, or one and a few letters more. */
function isMadeOf(text: string, common: ReadonlySet<string>): boolean {
  for (let cut = 3; cut <= text.length; cut++) {
    if (!common.has(text.slice(0, cut))) continue
    const rest = text.slice(cut)
    if (rest.length <= 2 || common.has(rest)) return true
  }
  return false
}
