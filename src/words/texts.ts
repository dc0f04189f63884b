/**
 * The texts of the product by language, read from the files of its folder: one for each area. For the server, the build and
 * tests; the pages get theirs from the build (`vite.config.ts`).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Locale, locales } from '#domain/text/locale.ts'
import { withEach } from './nouns.ts'

export type Texts = Record<string, string>

export function textFiles(language: Locale): string[] {
  const folder = join(import.meta.dirname, language)
  const names = readdirSync(folder).sort()
  return names.map((name) => join(folder, name))
}

/** As the files have them. */
export function ownTexts(language: Locale): Texts {
  const files = textFiles(language).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Texts)
  return Object.assign({}, ...files) as Texts
}

/** As they are shown: with those of each resource. */
export function readTexts(language: Locale): Texts {
  return withEach(language, ownTexts(language))
}

const known = new Map<Locale, Texts>()

/** Read when they are first asked for: a server that exports nothing does without. */
function textsIn(language: Locale): Texts {
  const texts = known.get(language) ?? readTexts(language)
  known.set(language, texts)
  return texts
}

/** The text of a message in every language that has it. */
export function wordsOf(message: string): string[] {
  return locales.flatMap((language) => textsIn(language)[message] ?? [])
}

/** The text of a message in one language, where we speak it. */
export function wordIn(locale: string, message: string): string | undefined {
  const language = locales.find((spoken) => spoken === locale)
  return language && textsIn(language)[message]
}
