import type { Repeat } from '#domain/surveys/survey.ts'
import { useText } from '../../i18n/text.ts'
import { useRepeatWords } from './repeat-words.ts'

/** As a cell of a list. */
export function RepeatWords({ repeat }: { repeat: Repeat | null }) {
  const t = useText()
  const inWords = useRepeatWords()
  return repeat ? inWords(repeat) : t('sections.repeat.once')
}
