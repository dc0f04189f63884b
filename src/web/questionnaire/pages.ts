/** The pages of a questionnaire: a section is a page, or several, as long as something of it is shown. Pure. */
import { answerKey, countKey, type Repetition } from '#domain/answers/answer-values.ts'
import { rostersAround } from '#domain/answers/rosters.ts'
import type { Filling } from '#domain/answers/filling.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { looksOf, wholeSection, wordsOf } from '#domain/surveys/appearances.ts'
import { isSilent, type Question, type Section, type SurveyContent } from '#domain/surveys/survey.ts'

/** The questions of a section, or those of one of its repetitions, in the order in which they are shown. */
export interface Group {
  repetition: Repetition
  /** Of a section on several pages those behind the first are numbered from 1. */
  part?: number
  questions: readonly Question[]
}

export interface Page {
  section: Section
  place: Place
  /** One for each repetition; none while nothing was added to a section that repeats. */
  groups: readonly Group[]
}

export const end = 'end'
/** The section that is open, `20/1` its second page, or the summary behind the last page. */
export type Place = number | string

export function placeOf({ id }: Section, part = 0): Place {
  return part === 0 ? id : `${id}/${part}`
}

/** On one page people look for their place: a group of the form goes on for longer, as its questions may be one table. */
const enough = 15
const most = 40

/** What a survey asks at a time. */
export type Paging = 'SECTION' | 'QUESTION'

/** The questions by pages. A section that repeats or is called one screen has one page. */
function partsOf({ questions, repeat, appearance }: Section, paging: Paging): readonly (readonly Question[])[] {
  if (repeat || wordsOf(appearance).includes(wholeSection)) return [questions]
  if (paging === 'QUESTION') return oneByOne(questions)
  const parts: Question[][] = [[]]
  let shown = 0
  questions.forEach((question, index) => {
    const isApart = groupOf(questions[index - 1]) !== groupOf(question) || !question.formPath
    if (shown >= most || (shown >= enough && isApart && questions.length - index > enough / 2)) {
      parts.push([])
      shown = 0
    }
    if (!isSilent(question)) shown += 1
    parts.at(-1)?.push(question)
  })
  return parts
}

/** A note is on the page of the question behind it, and a grid of questions is one. */
function oneByOne(questions: readonly Question[]): readonly (readonly Question[])[] {
  const parts: Question[][] = []
  for (const question of questions) {
    const last = parts.at(-1)
    const before = last?.at(-1)
    const isGrid = before && isInGrid(before) && isInGrid(question) && groupOf(before) === groupOf(question)
    if (last && (isGrid || isSilent(question) || !last.some(isAnswered))) last.push(question)
    else parts.push([question])
  }
  return parts.length === 0 ? [questions] : parts
}

function isInGrid(question: Question): boolean {
  const looks = looksOf(question)
  return looks.has('label') || looks.has('list') || looks.has('list-nolabel')
}

function isAnswered(question: Question): boolean {
  return traitsOf(question.type).answer !== undefined && !isSilent(question)
}

function groupOf(question: Question | undefined): string {
  return question?.formPath?.replace(/[^/]*$/, '') ?? ''
}

/** `ALL`: what is not asked, or not shown to people, takes part too: the makers of a survey look at it. */
export function pagesOf(
  content: SurveyContent,
  { asked, repetitions }: Pick<Filling, 'asked' | 'repetitions'>,
  shown: 'ASKED' | 'ALL',
  paging: Paging = 'SECTION',
): Page[] {
  const around = rostersAround(content.sections)
  return content.sections
    .flatMap((section) =>
      partsOf(section, paging).map((of, part) => ({
        section,
        place: placeOf(section, part),
        groups: repetitions(section).map((repetition) => ({
          repetition,
          ...(part > 0 ? { part } : {}),
          questions: of.filter(
            (each) => shown === 'ALL' || (asked.has(answerKey(each, repetition)) && !isSilent(each)),
          ),
        })),
      })),
    )
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
export function indexOfPlace(
  { sections }: SurveyContent,
  pages: readonly Page[],
  place: Place | undefined,
  paging: Paging = 'SECTION',
): number {
  if (place === undefined) return 0
  if (place === end) return pages.length
  const places = sections.flatMap((section) => partsOf(section, paging).map((_, part) => placeOf(section, part)))
  const order = new Map(places.map((each, index) => [each, index]))
  const wanted = order.get(place) ?? 0
  const index = pages.findIndex((page) => (order.get(page.place) ?? 0) >= wanted)
  return index === -1 ? pages.length : index
}

/** The place of the page so many steps on; the summary behind the last page. */
export function placeAt(pages: readonly Page[], index: number): Place {
  return pages[index]?.place ?? end
}
