/** Texts that show answers: `Age of ${name}`, as XLSForms write them. */
import { answeredRepetitions } from './answer-keys.ts'
import { isInside, outerAt, rostersOf } from './rosters.ts'
import { answerKey, type Repetition } from './answer-values.ts'
import type { Question, Section, SurveyContent } from '../surveys/survey.ts'

const place = /\$\{\s*([^\s{}]+)\s*\}/g

/** In the place of an answer that is not given yet. */
const blank = '…'

export function showsAnswers(text: string): boolean {
  return text.includes('${')
}

/** Each place as `fill` says; as it is written where that has nothing for its code. */
export function withPlaces(text: string, fill: (code: string) => string | undefined): string {
  return text.replaceAll(place, (written: string, code: string) => fill(code) ?? written)
}

/** The text in parts; each second one is the code of a place. */
export function partsOf(text: string): string[] {
  return text.split(place)
}

/** Where a text is read: in a repetition of its section it shows the answers of that one. */
export interface ReadAt {
  section?: Section['id'] | undefined
  repetition?: Repetition
}

interface Shown {
  content: SurveyContent
  /** By `answerKey`: those of questions that are asked. */
  answers: Readonly<Record<string, unknown>>
  at: ReadAt
}

/** The answers of another section that repeats come as a list. */
export function pipedText(
  text: string,
  { content, answers, at }: Shown,
  wordsOf: (question: Question, value: unknown) => string,
): string {
  return withPlaces(text, (code) => {
    const section = content.sections.find(({ questions }) => questions.some((each) => each.code === code))
    const question = section?.questions.find((each) => each.code === code)
    if (!section || !question) return undefined
    const values = repetitionsSeen(section, { content, at, answers }).map(
      (repetition) => answers[answerKey(question, repetition)],
    )
    const words = values.flatMap((value) => (value === undefined ? [] : [wordsOf(question, value)]))
    return words.join(', ') || blank
  })
}

/** The repetition of a section that is around a place, else those beside it that have an answer. */
export function repetitionsSeen(section: Section, { content, at, answers }: Shown): readonly Repetition[] {
  if (!section.repeat) return [undefined]
  const own = rostersOf(content, section)
  const from = rostersOf(content, { id: at.section })
  const shared = from.filter((each) => own.includes(each)).length
  const outer = outerAt(at.repetition, shared)
  if (outer !== undefined && shared === own.length) return [outer]
  return answeredRepetitions(content, section, answers).filter((each) => isInside(each, outer))
}
