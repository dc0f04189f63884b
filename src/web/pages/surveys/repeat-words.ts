/** How often a section repeats, in words, and which questions may say it. */
import type { QuestionWithAnswers } from '#contract/questions.ts'
import type { SectionWithQuestions } from '#contract/sections.ts'
import { isWholeNumber } from '#domain/publishing/repeat-checks.ts'
import { rostersAround } from '#domain/answers/rosters.ts'
import { deepestRepeat, type Repeat } from '#domain/surveys/survey.ts'
import { useText } from '../../i18n/text.ts'

type Sections = readonly SectionWithQuestions[]

/** A new section comes last. */
function before(sections: Sections, id: number | undefined): Sections {
  const place = sections.findIndex((section) => section.id === id)
  return place === -1 ? sections : sections.slice(0, place)
}

/** The sections that one may repeat in, the outermost first: the section before it and those around that. */
export function outerFor(sections: Sections, id: number | undefined): Sections {
  return (rostersAround(before(sections, id)).at(-1) ?? []).slice(0, deepestRepeat - 1)
}

/** Whole numbers of earlier sections that have one answer as seen from a section so many levels deep. */
export function countsFor(sections: Sections, id: number | undefined, depth: number): QuestionWithAnswers[] {
  const outer = outerFor(sections, id).slice(0, depth - 1)
  const earlier = before(sections, id)
  const around = rostersAround(earlier)
  return earlier
    .filter((_, place) => around[place]?.every((roster) => outer.includes(roster)))
    .flatMap(({ questions }) => questions.filter(isWholeNumber))
}

export function useRepeatWords(): (repeat: Repeat) => string {
  const t = useText()
  return ({ max, countCode, depth }) => {
    const words = countCode ? t('sections.repeatsBy', { code: countCode, max }) : t('sections.repeatsUpTo', { max })
    return (depth ?? 1) > 1 ? t('sections.repeatsInside', { words }) : words
  }
}
