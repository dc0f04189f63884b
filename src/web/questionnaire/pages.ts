/** The pages of a questionnaire: a section is a page, as long as something of it is shown. Pure. */
import { answerKey, countKey, type Repetition } from '#domain/answers/answer-values.ts'
import { rostersAround } from '#domain/answers/rosters.ts'
import type { Filling } from '#domain/answers/filling.ts'
import { isSilent, type Question, type Section, type SurveyContent } from '#domain/surveys/survey.ts'

/** The questions of a section, or those of one of its repetitions, in the order in which they are shown. */
export interface Group {
  repetition: Repetition
  questions: readonly Question[]
}

export interface Page {
  section: Section
  /** One for each repetition; none while nothing was added to a section that repeats. */
  groups: readonly Group[]
}

export const end = 'end'
/** The section that is open, or the summary behind the last page. */
export type Place = number | typeof end

/** `ALL`: what is not asked, or not shown to people, takes part too: the makers of a survey look at it. */
export function pagesOf(
  content: SurveyContent,
  { asked, repetitions }: Pick<Filling, 'asked' | 'repetitions'>,
  shown: 'ASKED' | 'ALL',
): Page[] {
  const around = rostersAround(content.sections)
  return content.sections
    .map((section) => ({
      section,
      groups: repetitions(section).map((repetition) => ({
        repetition,
        questions: section.questions.filter(
          (each) => shown === 'ALL' || (asked.has(answerKey(each, repetition)) && !isSilent(each)),
        ),
      })),
    }))
    .filter(({ section, groups }) => {
      const outer = around[content.sections.indexOf(section)]?.at(-2)
      const outside = outer ? repetitions(outer) : [undefined]
      const takesMore =
        section.repeat && (shown === 'ALL' || outside.some((each) => asked.has(countKey(section, each))))
      const isFilled = section.questions.length > 0 || around.some((rosters) => rosters.slice(0, -1).includes(section))
      return groups.some(({ questions }) => questions.length > 0) || (takesMore && outside.length > 0 && isFilled)
    })
}

/**
 * Where in the pages a place is; behind the last one for the summary. A section that is no page any more gives its place to
 * the next one.
 */
export function indexOfPlace({ sections }: SurveyContent, pages: readonly Page[], place: Place | undefined): number {
  if (place === undefined) return 0
  if (place === end) return pages.length
  const order = new Map(sections.map(({ id }, index) => [id, index]))
  const wanted = order.get(place) ?? 0
  const index = pages.findIndex(({ section }) => (order.get(section.id) ?? 0) >= wanted)
  return index === -1 ? pages.length : index
}

/** The place of the page so many steps on; the summary behind the last page. */
export function placeAt(pages: readonly Page[], index: number): Place {
  return pages[index]?.section.id ?? end
}
