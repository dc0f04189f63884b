/** The pages of a questionnaire: a section is a page, as long as something of it is shown. Pure. */
import type { Question, Section, SurveyContent } from '#domain/survey.ts'

export interface Page {
  section: Section
  /** In the order in which they are shown. */
  questions: readonly Question[]
}

export const end = 'end'
/** The section that is open, or the summary behind the last page. */
export type Place = number | typeof end

/** `shown`: whether a question takes part, as it is asked or as its absence is explained. */
export function pagesOf({ sections }: SurveyContent, shown: (question: Question) => boolean): Page[] {
  return sections
    .map((section) => ({ section, questions: section.questions.filter(shown) }))
    .filter(({ questions }) => questions.length > 0)
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
