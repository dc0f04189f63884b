/** The languages of a form's columns: `label::English (en)`. */
import { languageName, languageOf } from '#domain/surveys/languages.ts'

/** The codes of a form's languages. Those without a code of their own get one of ISO 639's for local use: `qaa`, `qab`. */
export class Languages {
  readonly #local: string[] = []
  /** Those that a heading or setting names, with a text or without one. */
  readonly codes = new Set<string>()

  codeOf(words: string): string {
    const code = languageOf(words) ?? this.#localCode(words.trim().toLowerCase())
    this.codes.add(code)
    return code
  }

  #localCode(name: string): string {
    if (!this.#local.includes(name)) this.#local.push(name)
    return `qa${String.fromCharCode(97 + Math.min(this.#local.indexOf(name), 25))}`
  }

  /** By code, the names of those without a code of their own. */
  get local(): readonly { code: string; name: string }[] {
    return this.#local.map((name) => ({ code: this.#localCode(name), name }))
  }
}

/** `English (en)`. */
export function languageHeading(code: string): string {
  return `${languageName(code, 'en')} (${code})`
}
