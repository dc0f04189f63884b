/** Answers, numbers and moments in words, in the language of the survey. Pure. */
import type { FileAnswer, GeoPoint } from '#domain/answers/answer-values.ts'
import { optionOf } from '#domain/answers/answers.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { lengthOf, pointsOf } from '#domain/answers/lines.ts'
import { looksOf } from '#domain/surveys/appearances.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { choiceTypes, fileTypes, type Question } from '#domain/surveys/survey.ts'
import { clockOf, codesOf, plainText } from './given.ts'
import { tagOf } from './language.ts'
import type { Say } from './words.ts'

export function numberIn(language: string, value: number): string {
  return new Intl.NumberFormat(tagOf(language), { maximumFractionDigits: 20 }).format(value)
}

interface Reading {
  language: string
  say: Say
  /** What a unit or a site of this code is called, as far as it is known. */
  nameOf?: (code: string) => string | undefined
}

/** The answer to a question in words. An entry that cannot be read is shown as it was typed. */
export function answerText(question: Question, value: unknown, { language, say, nameOf }: Reading): string {
  const { type } = question
  const plain = plainText(value)
  if (choiceTypes.includes(type)) {
    const texts = codesOf(value).map((code) => plainIn(optionOf(question, code)?.text ?? { en: code }, language))
    return texts.join(type === 'RANK' ? ' › ' : ', ')
  }
  if (fileTypes.includes(type)) return (value as FileAnswer).name
  if (type === 'GEOPOINT') return pointText(value as Partial<GeoPoint>)
  if (traitsOf(type).text === 'LINE') return lineText(plain, { language, say })
  if (type === 'DATE') return dateText(plain, language, { ...dateStyle(question), timeZone: 'UTC' })
  if (type === 'DATETIME') return dateText(clockOf(value), language, { dateStyle: 'long', timeStyle: 'short' })
  if (value === 'yes' || value === 'no') return type === 'YES_NO' ? say(value) : value
  if (typeof value === 'number') return numberIn(language, value)
  return nameOf?.(plain) ?? plain
}

/** A day that is a month or a year shows no more than that. */
function dateStyle(question: Question): Intl.DateTimeFormatOptions {
  const looks = looksOf(question)
  if (looks.has('year')) return { year: 'numeric' }
  return looks.has('month-year') ? { year: 'numeric', month: 'long' } : { dateStyle: 'long' }
}

export function lineText(line: string, { language, say }: Reading): string {
  const points = pointsOf(line)
  if (points.length === 0) return line
  const [count, metres] = [points.length, Math.round(lengthOf(points))].map((number) => numberIn(language, number))
  return say('line', { points: count ?? '', metres: metres ?? '' })
}

export function dateText(text: string, language: string, style: Intl.DateTimeFormatOptions): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : new Intl.DateTimeFormat(tagOf(language), style).format(date)
}

function pointText({ latitude, longitude, accuracy }: Partial<GeoPoint>): string {
  const around = accuracy === undefined ? '' : ` (± ${Math.round(accuracy)} m)`
  return `${latitude ?? '–'}, ${longitude ?? '–'}${around}`
}
