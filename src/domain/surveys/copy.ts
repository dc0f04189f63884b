/** What a copy is called. */
import { type Localized, longestCode, textIn } from './survey.ts'

/** Every language of the text says by its mark that it is the copy, in no more characters than `longest`. */
export function copyText(text: Localized, longest: number, marks: Localized): Localized {
  return Object.fromEntries(
    Object.entries(text).map(([language, words]) => [language, marked(words, textIn(marks, language), longest)]),
  )
}

function marked(words: string, mark: string, longest: number): string {
  // A cut between the halves of one sign would leave what no text may hold.
  const kept = words
    .slice(0, longest - mark.length)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
  return kept.trimEnd() + mark
}

/** The code with the first number behind it that is free: `age` → `age_2`, `age_2` → `age_3`. */
export function copyCode(code: string, taken: readonly string[]): string {
  const known = new Set(taken.map((each) => each.toLowerCase()))
  const [, stem = code, number = '1'] = /^(.+)_(\d{1,4})$/.exec(code) ?? []
  for (let n = Number(number) + 1; ; n += 1) {
    const free = `${stem.slice(0, longestCode - 1 - String(n).length)}_${n}`
    if (!known.has(free.toLowerCase())) return free
  }
}
