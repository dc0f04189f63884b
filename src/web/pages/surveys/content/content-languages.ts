import { locales } from '#domain/locale.ts'
/** Which languages the texts of a survey are in. Pure. */
import type { SectionWithQuestions } from '#contract/sections.ts'
import type { Localized } from '#domain/survey.ts'

function textsOf(sections: readonly SectionWithQuestions[]): Localized[] {
  return sections.flatMap(({ title, questions }) => [
    title,
    ...questions.flatMap(({ text, help, answers }) => [
      text,
      ...(help ? [help] : []),
      ...answers.map((answer) => answer.text),
    ]),
  ])
}

/** The languages of the product, then any further one that a text has. */
export function languagesOf(sections: readonly SectionWithQuestions[]): string[] {
  return [...new Set<string>([...locales, ...textsOf(sections).flatMap(Object.keys)])]
}

/** How many texts there are not in this language. */
export function missingTexts(sections: readonly SectionWithQuestions[], language: string): number {
  return textsOf(sections).filter((text) => text[language] === undefined).length
}

/** `fr` → French, in the reader's language; the code itself when the browser does not know it. */
export function languageName(code: string, reader: string): string {
  try {
    return new Intl.DisplayNames(reader, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
