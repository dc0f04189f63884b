/** The texts of a survey by language, and what a change makes of them. */
import { byLanguage, type Localized, type SurveyContent, textIn } from './survey.ts'

export interface SurveyTexts {
  title: Localized
  description: Localized | null
  summary: Localized | null
}

type TextInput = Localized | string | null | undefined
export type TextChanges = { [K in keyof SurveyTexts]?: TextInput }

/** The texts after a change. A plain text that is the one shown already changes nothing: callers send back what they read. */
export function changedTexts(before: SurveyTexts | undefined, changes: TextChanges): SurveyTexts {
  const { title } = changes
  return {
    title: changed(before?.title ?? {}, title === null ? undefined : title) ?? {},
    description: changed(before?.description ?? null, changes.description),
    summary: changed(before?.summary ?? null, changes.summary),
  }
}

function changed(before: Localized | null, given: TextInput): Localized | null {
  if (given === undefined) return before
  if (given === null || given === '') return null
  if (before && given === textIn(before, '')) return before
  return byLanguage(given, before)
}

/** All texts that a respondent may read, of sections, questions and options. */
export function textsOf({ sections }: SurveyContent): Localized[] {
  const texts = sections.flatMap(({ title, questions }) => [
    title,
    ...questions.flatMap(({ text, help, guidance, validation, answers }) => [
      text,
      help,
      guidance,
      validation.message,
      validation.requiredMessage,
      ...answers.map((option) => option.text),
    ]),
  ])
  return texts.filter((text) => text !== null && text !== undefined)
}
