/**
 * What the questionnaire itself says: a small file for each language, without react-intl. English is always there, so that
 * a page that can load nothing more still says what is asked.
 */
import { useEffect, useMemo, useReducer } from 'react'
import { defaultLocale, type FurtherLocale, type Locale } from '#domain/text/locale.ts'
import type { ProblemCode } from '#domain/problems.ts'
import { fillIn } from '#domain/text/fill-in.ts'
import type { TextId } from '#words/text-id.ts'
import { wordsLocale } from './language.ts'
import english from 'virtual:en.json?questionnaire'
import loaders from 'virtual:text-loaders?questionnaire'

type OwnWord<Id> = Id extends `questionnaire.${infer Word}` ? Word : never
export type WordId = OwnWord<TextId>
export type Say = (word: WordId, values?: Record<string, string>) => string

const texts: Partial<Record<Locale, Record<string, string>>> = { [defaultLocale]: english }

/** Until the words of the language have come, and when they cannot come, English says it. */
export function useSay(language: string): { say: Say; locale: Locale } {
  const wanted = wordsLocale(language)
  const [, draw] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    if (wanted !== defaultLocale && !texts[wanted]) void load(wanted).then(draw)
  }, [wanted])
  const locale = texts[wanted] ? wanted : defaultLocale
  return useMemo(() => ({ say: sayIn(locale), locale }), [locale])
}

async function load(locale: FurtherLocale): Promise<void> {
  try {
    texts[locale] = (await loaders[locale]()).default
  } catch (error) {
    console.error(error)
  }
}

/** The texts are plain with `{name}` places, nothing more of ICU (a test keeps it so). */
function sayIn(locale: Locale): Say {
  return (word, values = {}) => {
    const id = `questionnaire.${word}`
    const text = texts[locale]?.[id] ?? english[id] ?? id
    return fillIn(text, values)
  }
}

/** The words for a problem: of those that answers have, each has its own. */
export function wordOfProblem(code: ProblemCode): WordId {
  const word = `problem.${code}`
  return (Object.hasOwn(english, `questionnaire.${word}`) ? word : 'problem.INVALID') as WordId
}
