import type { Localized } from '#domain/surveys/survey.ts'
import type { OptionPlan, QuestionPlan } from '../make-survey.ts'

/** A text in the three languages of the product. */
export function words(en: string, pt: string, zh: string): Localized {
  return { en, 'pt-br': pt, zh }
}

export function option(code: string, en: string, pt: string, zh: string): OptionPlan {
  return { code, text: words(en, pt, zh) }
}

export function question(
  type: QuestionPlan['type'],
  code: string,
  en: string,
  pt: string,
  zh: string,
  more: Partial<QuestionPlan> = {},
): QuestionPlan {
  return { type, code, text: words(en, pt, zh), ...more }
}
