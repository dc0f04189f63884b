/** How a response calls the repetitions of its sections, and the answers in them. */
import type { ResponseDetail } from '#contract/responses.ts'
import { meaningOf } from '#domain/answers/answer-keys.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import type { Section } from '#domain/surveys/survey.ts'
import { currentLocale, useLocale } from '../../i18n/locale.ts'
import { useText } from '../../i18n/text.ts'
import { nameIn } from '../../questionnaire/repetitions.ts'

/** `Household member 2: Ana`. */
export function useRepetitionName(
  { answers }: ResponseDetail,
  language: string = currentLocale(),
): (section: Section, repetition: number) => string {
  const t = useText()
  return (section, repetition) => {
    const title = plainIn(section.title, language)
    const name = nameIn(section, repetition, answers)
    return name === ''
      ? t('responses.repetition', { title, number: repetition })
      : t('responses.repetitionNamed', { title, number: repetition, name })
  }
}

/** What the key of an answer is called: its question, with the repetition where its section repeats. */
export function useAnswerName(response: ResponseDetail): (key: string, unknown?: string) => string {
  const t = useText()
  const locale = useLocale()
  const nameOf = useRepetitionName(response)
  return (key, unknown = key) => {
    const meaning = meaningOf(response, key)
    if (!meaning) return unknown
    const { section, question, repetition } = meaning
    if (!question) return t('responses.repetitionCount', { title: plainIn(section.title, locale) })
    const text = plainIn(question.text, locale)
    return repetition === undefined
      ? text
      : t('responses.inRepetition', { repetition: nameOf(section, repetition), text })
  }
}
