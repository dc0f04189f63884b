/**
 * The sentences that all reference data share. A text with `each` in its id makes one text of each kind: `each.new:
 * "New {one}"` makes `categories.new: "New category"`. In `usage.each_one` the subject takes its place:
 * `usage.site_category`. The nouns (`nouns.json` of the language) are written as within a sentence, with the parts that must
 * agree in the language. `o` is the ending of `nov{o}` and `criad{o}`. A field that names a record is called like the
 * record. A resource's own text comes first. The build makes the texts (`vite.config.ts`), so the page knows none of this.
 */
import type { Locale } from '#domain/text/locale.ts'
import { fillIn } from '#domain/text/fill-in.ts'
import { type Kind, titleName } from '#contract/reference.ts'
import { type Reference, referenceData } from '#contract/reference-data.ts'

/** `one`, `many`, and what must agree in the language. */
export type Nouns = Record<Reference['path'], Readonly<Record<string, string>>>

export interface Grammar {
  language: Locale
  nouns: Nouns
}

/** The sentence with the nouns in it. */
export function said({ language, nouns }: Grammar, path: Reference['path'], sentence: string): string {
  return fillIn(sentence, nouns[path]).replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(language))
}

/** The texts of a language, each shared text replaced by the texts of the resources. */
export function withEach(grammar: Grammar, texts: Readonly<Record<string, string>>): Record<string, string> {
  const common = Object.entries(texts).filter(([id]) => standsForEach.test(id))
  const own = Object.entries(texts).filter(([id]) => !standsForEach.test(id))
  const made = referenceData.flatMap((resource) =>
    common
      .filter(([id]) => isOf(resource, id))
      .map(([id, text]) => [idFor(resource, id), said(grammar, resource.path, text)] as const),
  )
  const all = Object.fromEntries([...made, ...own])
  return { ...Object.fromEntries(referenceData.flatMap((resource) => recordNames(resource, all))), ...all }
}

/** `subcategories.field.categoryId`, and the same of its title: "Category". */
function recordNames({ path, kinds }: Reference, texts: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries<Kind>(kinds).flatMap(([name, { shown }]) => {
    const text = shown.as === 'record' ? texts[`${shown.of.path}.edit`] : undefined
    return text === undefined ? [] : [name, titleName(name)].map((key) => [`${path}.field.${key}`, text] as const)
  })
}

const standsForEach = /(^|\.)each(_one)?(\.|$)/

function idFor({ path, subject }: Reference, id: string): string {
  return id.replace(standsForEach, (_, before: string, one: string | undefined, after: string) =>
    [before, one ? subject : path, after].join(''),
  )
}

/** Whether it speaks of something that the records have: of all fields there may be, some do. */
function isOf({ row, fields }: Reference, id: string): boolean {
  const [, field] = /^each\.(?:field|help)\.(\w+)$/.exec(id) ?? []
  return field === undefined || field in row.shape || field in fields.shape
}
