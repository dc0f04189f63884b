import { type Localized, textIn } from '#domain/survey.ts'
import { useContent } from './content-context.ts'

/** The text in the language of the tab, as plain words. */
export function useShownText(text: Localized): string {
  return textIn(text, useContent().language)
}
