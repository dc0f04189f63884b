/** How often a section repeats, in words, and which questions may say it. */
import type { QuestionWithAnswers } from '#contract/questions.ts'
import type { SectionWithQuestions } from '#contract/sections.ts'
import { isWholeNumber } from '#domain/publishing/repeat-checks.ts'
import type { Repeat } from '#domain/surveys/survey.ts'
import { useText } from '../../i18n/text.ts'

/** Whole numbers of earlier sections that do not repeat; a new section comes last. */
export function countsFor(sections: readonly SectionWithQuestions[], id: number | undefined): QuestionWithAnswers[] {
  const place = sections.findIndex((section) => section.id === id)
  const earlier = place === -1 ? sections : sections.slice(0, place)
  return earlier.filter(({ repeat }) => !repeat).flatMap(({ questions }) => questions.filter(isWholeNumber))
}

export function useRepeatWords(): (repeat: Repeat) => string {
  const t = useText()
  return ({ max, countCode }) =>
    countCode ? t('sections.repeatsBy', { code: countCode, max }) : t('sections.repeatsUpTo', { max })
}
