/** Generated surveys with answers that fit them, for properties that hold of all of them. */
import * as fc from 'fast-check'
import { plainQuestion } from '#domain/answers/test/small-survey.ts'
import { type Answers, type AnswerValue, otherKey, takesOther } from '#domain/answers/answers.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import {
  type AnswerOption,
  choiceTypes,
  optionCodes,
  rangeOf,
  type Question,
  questionsOf,
  questionTypes,
  type SurveyContent,
} from '#domain/surveys/survey.ts'

/** Texts that spreadsheets like to spoil, beside any others. */
const tricky = [
  '007',
  '=1+1',
  '+258',
  '-1',
  '@x',
  '1e5',
  'TRUE',
  '#N/A',
  '_x0041_',
  '1-2',
  'a;b',
  '2024-01-01',
  'ção 日本 😀',
]

const anyCharacter = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })

/** As a user types it: no blanks around, plain line ends, nothing unprintable. */
const anyText = fc
  .oneof(fc.constantFrom(...tricky, 'two\nlines', 'tab\tstop', 'it\'s "quoted" <b>&amp;'), anyCharacter)
  .map((text) => text.replace(/\r/g, '').trim())
  .filter((text) => text !== '' && !/[^\n\t\P{Cc}]|[\ufffe\uffff]/u.test(text))

const anyCode = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_.-]{1,12}$/),
  fc.constantFrom('01', '1', 'true', '=x', '1-2', '#N/A', '多'),
)

const anyDay = fc
  .date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const anyTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))

const anyNumber = fc
  .double({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, noNaN: true })
  .map((value) => value + 0)

function optionsOf(questionId: number): fc.Arbitrary<AnswerOption[]> {
  const codes = fc.uniqueArray(anyCode, { minLength: 1, maxLength: 6, selector: (code) => code.toLowerCase() })
  return codes.map((list) =>
    list.map((code, index) => ({
      id: questionId * 100 + index,
      code,
      text: { en: `Label ${questionId} ${index}` },
      isOther: index === 1,
      exclusive: index === 2,
      position: list.length - index,
    })),
  )
}

/** The types that have a column in workbooks. */
const columnTypes = questionTypes.filter((type) => traitsOf(type).cell)

function anyQuestion(id: number): fc.Arbitrary<Question> {
  return fc
    .record({ type: fc.constantFrom(...columnTypes), text: anyText, options: optionsOf(id) })
    .map(({ type, text, options }) =>
      plainQuestion(id, { text: { en: text }, type, answers: choiceTypes.includes(type) ? options : [] }),
    )
}

function answerTo(question: Question): fc.Arbitrary<AnswerValue> {
  const { type, answers } = question
  const { answer, text, options } = traitsOf(type)
  const codes = optionCodes(question)
  switch (answer) {
    case 'text':
      if (options) return fc.constantFrom(...codes)
      if (text === 'PHONE')
        return fc.integer({ min: 0, max: 8999 }).map((n) => `+25884100${String(n).padStart(4, '0')}`)
      if (text === 'LINE') return anyLine
      return text === 'PLACE' ? fc.stringMatching(/^[A-Z]{2}[0-9]{1,6}$/) : anyText
    case 'number':
      if (type === 'RATING' || type === 'RANGE') return fc.integer(rangeOf(question) as { min: number; max: number })
      return type === 'INTEGER' ? fc.maxSafeInteger() : anyNumber
    case 'date':
      return anyDay
    case 'time':
      return anyTime
    case 'datetime':
      return fc.tuple(anyDay, anyTime).map(([day, time]) => `${day}T${time}:00.000Z`)
    case 'choices': {
      if (type === 'RANK') return fc.shuffledSubarray(codes, { minLength: codes.length })
      const together = answers.filter(({ exclusive }) => !exclusive).map(({ code }) => code)
      return fc.shuffledSubarray(together.length > 0 ? together : codes, { minLength: 1 })
    }
    case 'point':
      return anyPoint
    case 'file':
    case undefined:
      throw new Error(`${type} has no column`)
  }
}

const anyPoint = fc.record(
  {
    latitude: fc.double({ min: -90, max: 90, noNaN: true }).map((value) => value || 1),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }).map((value) => value + 0),
    accuracy: fc.double({ min: 0, max: 5000, noNaN: true }),
  },
  { requiredKeys: ['latitude', 'longitude'] },
)

const anyLine = fc
  .array(anyPoint, { minLength: 2, maxLength: 4 })
  .map((points) => points.map((point) => `${point.latitude} ${point.longitude} 0 ${point.accuracy ?? 0}`).join('; '))

/** Answers to some of the questions, with a text beside each "other" that is chosen. */
function answersTo(content: SurveyContent): fc.Arbitrary<Answers> {
  const entries = questionsOf(content).map((question) =>
    fc
      .tuple(fc.option(answerTo(question), { nil: undefined }), fc.option(anyText, { nil: undefined }))
      .map(([value, other]): Answers => {
        if (value === undefined) return {}
        const chosen = [value].flat()
        const hasOther =
          takesOther(question) && question.answers.some(({ code, isOther }) => isOther && chosen.includes(code))
        return { [question.id]: value, ...(hasOther && other !== undefined ? { [otherKey(question)]: other } : {}) }
      }),
  )
  return fc.tuple(...entries).map((parts) => Object.assign({}, ...parts) as Answers)
}

export interface AnsweredSurvey {
  content: SurveyContent
  /** One set of answers per form. */
  forms: Answers[]
}

export function anyAnsweredSurvey(): fc.Arbitrary<AnsweredSurvey> {
  return fc
    .integer({ min: 1, max: 12 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => anyQuestion(index + 1))))
    .map((questions): SurveyContent => ({ sections: [{ id: 1, title: { en: 'All' }, position: 1, questions }] }))
    .chain((content) =>
      fc.array(answersTo(content), { minLength: 1, maxLength: 4 }).map((forms) => ({ content, forms })),
    )
}
