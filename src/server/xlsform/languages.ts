/** The languages of a form's columns: `label::English (en)`. */
import { own } from '#domain/own.ts'
import { languageCode } from '#domain/surveys/survey.ts'

const codeInBrackets = /\(\s*([A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?)\s*\)\s*$/

/** Names that forms have for languages beside those of the Unicode tables. */
const otherNames: Record<string, string> = {
  chichewa: 'ny',
  dari: 'fa-af',
  kiswahili: 'sw',
  lao: 'lo',
  oromiffa: 'om',
  pilipino: 'fil',
  tetun: 'tet',
  tigirigna: 'ti',
  tshiluba: 'lua',
  tshivenda: 've',
}

/** The code of a language as a heading names it; undefined when it is not known. */
function languageOf(words: string): string | undefined {
  const [, written = words.trim()] = codeInBrackets.exec(words) ?? []
  const code = canonical(written.toLowerCase().replace('_', '-'))
  if (code !== undefined) return code
  const name = words.replace(/\(.*$/, '').trim().toLowerCase()
  return own(otherNames, name) ?? codeByName().get(name)
}

/** `eng` is `en`; undefined for what is no code. */
function canonical(code: string): string | undefined {
  if (!languageCode.test(code)) return undefined
  try {
    const [found = code] = Intl.getCanonicalLocales(code).map((each) => each.toLowerCase())
    // Three letters may be any word: they are a code where Unicode knows a name for it.
    return found.length !== 3 || nameOf(found, 'en') ? found : undefined
  } catch {
    return undefined
  }
}

/** The codes of a form's languages. Those without a code of their own get one of ISO 639's for local use: `qaa`, `qab`. */
export class Languages {
  readonly #local: string[] = []

  codeOf(words: string): string {
    const known = languageOf(words)
    if (known !== undefined) return known
    const name = words.trim().toLowerCase()
    if (!this.#local.includes(name)) this.#local.push(name)
    return `qa${String.fromCharCode(97 + Math.min(this.#local.indexOf(name), 25))}`
  }

  /** By code, the names of those without a code of their own. */
  get local(): readonly { code: string; name: string }[] {
    return this.#local.map((name) => ({ code: this.codeOf(name), name }))
  }
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
