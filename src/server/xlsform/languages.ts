/** The languages of a form's columns: `label::English (en)`. */
import { languageCode } from '#domain/surveys/survey.ts'

const codeInBrackets = /\(\s*([A-Za-z]{2}(?:[-_][A-Za-z]{2,4})?)\s*\)\s*$/

/** The code of a language as a heading names it; undefined when it is not known. */
export function languageOf(words: string): string | undefined {
  const [, written = words.trim()] = codeInBrackets.exec(words) ?? []
  const code = written.toLowerCase().replace('_', '-')
  return languageCode.test(code) ? code : codeByName().get(words.trim().toLowerCase())
}

/** `English (en)`. */
export function languageHeading(code: string): string {
  return `${nameOf(code, 'en') ?? code} (${code})`
}

function nameOf(code: string, language: string): string | undefined {
  try {
    return new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(code)
  } catch {
    return undefined
  }
}

let names: ReadonlyMap<string, string> | undefined

/** Languages by their names in English and in themselves. */
function codeByName(): ReadonlyMap<string, string> {
  if (names) return names
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
  const codes = letters.flatMap((one) => letters.map((other) => one + other))
  names = new Map(
    codes.flatMap((code) =>
      [nameOf(code, 'en'), nameOf(code, code)].flatMap((name) => (name ? [[name.toLowerCase(), code] as const] : [])),
    ),
  )
  return names
}
