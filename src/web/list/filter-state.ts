/** Filters as the page writes them: the words of contract/filters.ts from what was chosen, and whether a word is one. */
import { type WordMeaning, blank, type Filter, filled, filterWords } from '#contract/filters.ts'

/** The word that asks for it; undefined when it asks for nothing. */
export function wordFor(asked: WordMeaning): string | undefined {
  switch (asked.for) {
    case 'blank':
      return blank
    case 'filled':
      return filled
    case 'containing':
      // Such a text would be read as another filter.
      return asked.text === blank || asked.text === filled || asked.text.startsWith('=')
        ? `=${asked.text}`
        : asked.text || undefined
    case 'equal':
      return asked.text === '' ? undefined : `=${asked.text}`
    case 'among':
      return asked.values.length === 0 ? undefined : asked.values.join(',')
    case 'between': {
      const { from, to } = asked
      if (from === undefined && to === undefined) return undefined
      return from === to ? from : `${from ?? ''}..${to ?? ''}`
    }
  }
}

/** Whether the word has the filter's form. */
export function isWord(filter: Filter, word: string): boolean {
  return filterWords({ word: filter }).word.safeParse(word).success
}
