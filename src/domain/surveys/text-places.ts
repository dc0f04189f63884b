/** Every text that people read of a survey, of its content and of the kept texts around it, with the name of its place that files call it by. */
import { type AnswerOption, type Localized, maxTitle, type Question, type Section } from './survey.ts'
import { noticePlaces, type Notices } from './notices.ts'
import type { SurveyTexts } from './survey-texts.ts'
import type { Lines } from '../text/text.ts'

/** The most characters of each text, and its lines. */
const shapes = {
  survey: { title: [maxTitle, 'one'], summary: [1000, 'many'], description: [5000, 'many'] },
  section: { title: [500, 'one'] },
  question: {
    text: [2000, 'many'],
    help: [2000, 'many'],
    guidance: [2000, 'many'],
    message: [500, 'one'],
    requiredMessage: [500, 'one'],
  },
  answer: { text: [2000, 'one'] },
  notice: { body: [20_000, 'many'] },
} as const satisfies Record<string, Record<string, readonly [number, Lines]>>

type Kind = keyof typeof shapes

export interface TextPlace {
  kind: Kind
  id: number
  field: { [K in Kind]: keyof (typeof shapes)[K] }[Kind]
  text: Localized
  /** `survey.title`, `survey.consent`, `section.7`, `water`, `water.help`, `water/tap`. */
  key: string
  max: number
  lines: Lines
}

interface WithTexts {
  id: number
  texts: SurveyTexts
  notices?: Notices | undefined
  sections: readonly (Pick<Section, 'id' | 'title'> & {
    questions: readonly (Pick<Question, 'id' | 'code' | 'text' | 'help' | 'guidance' | 'validation'> & {
      answers: readonly AnswerOption[]
    })[]
  })[]
}

/** In the order in which they are shown. */
export function textPlaces({ id, texts, notices, sections }: WithTexts): TextPlace[] {
  const [before, atEnd] = [noticePlaces.slice(0, -1), noticePlaces.slice(-1)].map((places) =>
    places.flatMap((place) => {
      const { [place]: notice } = notices ?? {}
      return notice ? placesIn('notice', notice.id, notice, () => `survey.${place}`) : []
    }),
  )
  return [
    ...placesIn('survey', id, texts, (field) => `survey.${field}`),
    ...(before ?? []),
    ...sections.flatMap((section) => [
      ...placesIn('section', section.id, section, () => `section.${section.id}`),
      ...section.questions.flatMap(({ code, answers, validation, ...question }) => [
        ...placesIn('question', question.id, { ...question, ...validation }, (field) =>
          field === 'text' ? code : `${code}.${field}`,
        ),
        ...answers
          .toSorted((a, b) => a.position - b.position || a.id - b.id)
          .flatMap((option) => placesIn('answer', option.id, option, () => `${code}/${option.code}`)),
      ]),
    ]),
    ...(atEnd ?? []),
  ]
}

/** Those of its texts that there are. */
function placesIn<K extends Kind>(
  kind: K,
  id: number,
  texts: { [Field in keyof (typeof shapes)[K]]?: Localized | null | undefined },
  keyOf: (field: string) => string,
): TextPlace[] {
  return Object.entries<readonly [number, Lines]>(shapes[kind]).flatMap(([field, [max, lines]]): TextPlace[] => {
    const text = texts[field as keyof typeof texts]
    return text ? [{ kind, id, field: field as TextPlace['field'], text, key: keyOf(field), max, lines }] : []
  })
}
