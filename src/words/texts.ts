/**
 * The texts of the product by language, read from the files of its folder: one for each area. For the server, the build and
 * tests; the pages get theirs from the build (`vite.config.ts`).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLocale, isLocale, languages, type Locale, locales } from '#domain/text/locale.ts'
import type { Localized } from '#domain/surveys/survey.ts'
import { type Grammar, type Nouns, withEach } from './nouns.ts'
import type { FileText } from './text-id.ts'

export type Texts = Record<string, string>

const nounFile = 'nouns.json'

export function folderOf(language: Locale): string {
  return join(import.meta.dirname, language)
}

export function textFiles(language: Locale): string[] {
  const names = readdirSync(folderOf(language)).filter((name) => name.endsWith('.json') && name !== nounFile)
  return names.sort().map((name) => join(folderOf(language), name))
}

/** As the files have them. */
export function ownTexts(language: Locale): Texts {
  return Object.assign({}, ...textFiles(language).map(readJson)) as Texts
}

/** As they are shown: with those of each resource, and each language by its own name. */
export function readTexts(language: Locale): Texts {
  const names = locales.map((each) => [`language.${each}`, languages[each].name])
  return { ...Object.fromEntries(names), ...withEach(grammarOf(language), ownTexts(language)) }
}

export function grammarOf(language: Locale): Grammar {
  return { language, nouns: readJson(join(folderOf(language), nounFile)) as Nouns }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

const known = new Map<Locale, Texts>()

/** Read when they are first asked for: a server that exports nothing does without. */
function textsIn(language: Locale): Texts {
  const texts = known.get(language) ?? readTexts(language)
  known.set(language, texts)
  return texts
}

/** The text of a message in every language that has it. */
export function inAllLanguages(message: string): Localized {
  const texts = locales.map((language) => [language, textsIn(language)[message]] as const)
  return Object.fromEntries(texts.filter((entry): entry is [Locale, string] => entry[1] !== undefined))
}

/** The text of a message in one language, where we speak it. */
export function wordIn(locale: string, message: string): string | undefined {
  return isLocale(locale) ? textsIn(locale)[message] : undefined
}

/** What files say, in English where we do not speak the language. `label`: of the question or section that it is about. */
export function fileText(language: string | undefined, id: FileText, label = ''): string {
  const texts = textsIn(isLocale(language) ? language : defaultLocale)
  return (texts[`files.${id}`] ?? id).replace('{label}', () => label)
}
