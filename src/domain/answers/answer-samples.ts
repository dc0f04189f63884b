/**
 * Answers that stand for all answers to a question: every rule on the question that holds for some answer holds for one of
 * these, and so does every mixture of rules that hold and rules that do not.
 */
import type { AnswerValue } from './answer-values.ts'
import { dayMs, daysAfter } from '../text/calendar.ts'
import { traitsOf } from '../surveys/question-types.ts'
import type { Route } from './rule-conditions.ts'
import { optionCodes, type Question, rangeOf } from '../surveys/survey.ts'

type Sample = AnswerValue | undefined

export interface Samples {
  answers: Sample[]
  /** They are all answers there are, so that they stand for all in expressions too. */
  isWhole: boolean
}

/** A question that must be answered is never left blank; a note always is. */
export function samplesOf(question: Question, routes: readonly Pick<Route, 'words'>[]): Samples {
  const { answers, isWhole } = valuesOf(question, [...new Set(routes.flatMap(({ words }) => words))])
  const isNeverBlank = question.required && question.type !== 'NOTE'
  return { answers: isNeverBlank ? answers : [undefined, ...answers], isWhole }
}

function valuesOf(question: Question, words: readonly (string | number)[]): Samples {
  const { answer, text, options, isWhole } = traitsOf(question.type)
  const codes = optionCodes(question)
  const texts = words.map(String)
  // Any row of its file may be chosen, and the file may change.
  if (question.list) {
    const rows = [...texts, unlike(texts)]
    return { answers: answer === 'choices' ? rows.map((row) => [row]) : rows, isWhole: false }
  }
  switch (answer) {
    case 'text':
      if (options) return { answers: codes, isWhole: true }
      return { answers: text === 'FREE' ? textsOf(texts) : [...texts, unlike(texts)], isWhole: false }
    case 'choices':
      if (question.type === 'MULTIPLE') return choicesOf(question, texts)
      return { answers: codes.length === 0 ? [] : [codes], isWhole: codes.length < 2 }
    case 'number':
      return isWhole
        ? allOrSome(words, rangeOf(question))
        : { answers: numbers(words, rangeOf(question)), isWhole: false }
    case 'date':
      return { answers: around(texts, daysAfter, '2000-01-01'), isWhole: false }
    case 'time':
      return { answers: around(texts, minutesAfter, '12:00'), isWhole: false }
    case 'datetime':
      return { answers: around(texts, momentAfter, '2000-01-01T12:00Z'), isWhole: false }
    case 'point':
      return { answers: [{ latitude: 1, longitude: 1 }], isWhole: false }
    case 'file':
      return { answers: [{ file: 1, name: 'file' }], isWhole: false }
    case undefined:
      return { answers: [], isWhole: true }
  }
}

const manyValues = 20

type Bounds = ReturnType<typeof rangeOf>

function allOrSome(words: readonly (string | number)[], bounds: Bounds): Samples {
  const { min, max } = bounds
  if (min === undefined || max === undefined || max - min >= manyValues)
    return { answers: wholeNumbers(words, bounds), isWhole: false }
  return { answers: Array.from({ length: Math.max(max - min + 1, 0) }, (_, index) => min + index), isWhole: true }
}

function within(values: readonly number[], { min = -Infinity, max = Infinity }: Bounds): number[] {
  return [...new Set(values)].filter((value) => Number.isFinite(value) && value >= min && value <= max)
}

/** Each bound, and the next whole numbers on both sides of each word. */
function wholeNumbers(words: readonly (string | number)[], bounds: Bounds): number[] {
  const { min, max } = bounds
  const near = words.map(Number).flatMap((word) => [Math.ceil(word) - 1, Math.floor(word), Math.floor(word) + 1])
  return within([...near, min ?? max ?? 0, max ?? min ?? 0], bounds)
}

/** Each bound and each word, a number between every two of them, and one beyond. */
function numbers(words: readonly (string | number)[], bounds: Bounds): number[] {
  const { min, max } = bounds
  const known = [...words.map(Number), min ?? max ?? 0, max ?? min ?? 0].sort((one, other) => one - other)
  const between = known.slice(1).map((value, index) => (value + (known[index] ?? value)) / 2)
  return within([...known, ...between, (known[0] ?? 0) - 1, (known.at(-1) ?? 0) + 1], bounds)
}

/** Each word with its neighbours; any at all where there is no word. */
function around(
  words: readonly string[],
  after: (word: string, by: number) => string | undefined,
  any: string,
): string[] {
  const near = words.flatMap((word) => [after(word, -1), word, after(word, 1)].filter((each) => each !== undefined))
  return near.length === 0 ? [any] : [...new Set(near)]
}

function minutesAfter(time: string, minutes: number): string | undefined {
  const moment = new Date(Date.parse(`2000-01-01T${time}Z`) + minutes * 60_000)
  const isSameDay = moment.toISOString().startsWith('2000-01-01')
  return isSameDay ? moment.toISOString().slice(11, 16) : undefined
}

function momentAfter(moment: string, days: number): string | undefined {
  return new Date(Date.parse(moment) + days * dayMs).toISOString()
}

/** A text with none of the others in it. */
function unlike(words: readonly string[]): string {
  const used = new Set(words.join(''))
  let code = 97
  while (used.has(String.fromCodePoint(code))) code += 1
  return String.fromCodePoint(code)
}

const manyWords = 30

/** Each word alone, between other letters, and beside each other word. */
function textsOf(words: readonly string[]): string[] {
  const other = unlike(words)
  const few = words.slice(0, manyWords)
  const pairs = few.flatMap((one) => few.map((two) => `${other}${one}${other}${two}${other}`))
  return [other, ...words, ...words.map((word) => `${other}${word}${other}`), ...pairs]
}

const manyOptions = 8

/** All choices that may be made together, of few options; of many those that rules name and one more. */
function choicesOf(question: Question, words: readonly string[]): Samples {
  const codes = question.answers.map(({ code }) => code)
  const isWhole = codes.length <= manyOptions
  const named = isWhole ? codes : words.filter((word) => codes.includes(word)).slice(0, manyOptions)
  const exclusive = new Set(question.answers.flatMap((option) => (option.exclusive ? [option.code] : [])))
  const others = codes.filter((code) => !named.includes(code))
  const sharing = others.filter((code) => !exclusive.has(code))
  const alone = others.filter((code) => exclusive.has(code)).slice(0, 1)
  const { min = 1, max = Infinity } = question.validation
  const chosen = Array.from({ length: 2 ** named.length }, (_, bits) =>
    named.filter((_code, index) => bits & (1 << index)),
  )
  const single = isWhole ? [] : words.filter((word) => codes.includes(word)).map((word) => [word])
  const filled = [...chosen, ...single].flatMap((some) => {
    // As many of the others as the least number of choices needs.
    const least = Math.max(min - some.length, 0)
    const more = [least, least + 1].filter((count) => count <= sharing.length)
    return [...more.map((count) => [...some, ...sharing.slice(0, count)]), ...(some.length === 0 ? [alone] : [])]
  })
  const mayBeChosen = (some: readonly string[]) =>
    some.length >= Math.max(min, 1) &&
    some.length <= max &&
    !(some.length > 1 && some.some((code) => exclusive.has(code)))
  return { answers: filled.filter(mayBeChosen), isWhole }
}
