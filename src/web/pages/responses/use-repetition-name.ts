/** How a response calls the repetitions of its sections, and the answers in them. */
import type { ResponseDetail } from '#contract/responses.ts'
import { meaningOf } from '#domain/answers/answer-keys.ts'
import type { Repetition } from '#domain/answers/answer-values.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { lastNumber, outerAt, rostersOf } from '#domain/answers/rosters.ts'
import type { Section } from '#domain/surveys/survey.ts'
import { currentLocale, useLocale } from '../../i18n/locale.ts'
import { useText } from '../../i18n/text.ts'
import { nameIn } from '../../questionnaire/repetitions.ts'

/** `Household member 2: Ana`, behind those that it is in. */
export function useRepetitionName(
  response: ResponseDetail,
  language: string = currentLocale(),
): (section: Section, repetition: Repetition) => string {
  const t = useText()
  return (section, repetition) => {
    const names = rostersOf(response, section).map((roster, depth) => {
      const own = outerAt(repetition, depth + 1)
      const title = plainIn(roster.title, language)
      const number = lastNumber(own) ?? 0
      const name = nameIn(roster, own, response.answers)
      return name === ''
        ? t('responses.repetition', { title, number })
        : t('responses.repetitionNamed', { title, number, name })
    })
    return names.join(' › ')
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
