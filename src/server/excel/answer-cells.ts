/** Answers as they stand in cells, in both directions: what `answerCell` writes, `readAnswer` reads back the same. */
import type { AnswerValue, GeoPoint } from '#domain/answers/answers.ts'
import type { PhoneParser } from '#domain/people/phone.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import type { AnswerOption, Question } from '#domain/surveys/survey.ts'
import type { Cell } from './cell.ts'
import { bad, type Read, readDate, readMoment, readNumber, readPhone, readText, readTimeOfDay } from './cells.ts'
import { foldText } from './words.ts'

/** What a cell that is not blank says. Whether it may be the answer is for the validator of answers to say. */
export function readAnswer(question: Question, cell: Cell, parsePhone: PhoneParser): Read<AnswerValue> {
  const { answer, text, options } = traitsOf(question.type)
  switch (answer) {
    case 'text':
      if (options) return options === 'OWN' ? readChoice(question, cell) : readYesNo(cell)
      return text === 'PHONE' ? readPhone(cell, parsePhone) : readText(cell)
    case 'number':
      return readNumber(cell)
    case 'date':
      return readDate(cell)
    case 'time':
      return readTimeOfDay(cell)
    case 'datetime':
      return readMoment(cell)
    case 'choices':
      return readChoices(question, cell)
    case 'point':
      return readPoint(cell)
    case 'file':
    case undefined:
      return bad('NOT_ASKED')
  }
}

/** A canonical answer as a cell. */
export function answerCell(value: AnswerValue): string | number {
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return value.join(';')
  if ('file' in value) return value.name
  const { latitude, longitude, accuracy } = value
  return [latitude, longitude, ...(accuracy === undefined ? [] : [accuracy])].join(', ')
}

const yesWords = new Set(['yes', 'true', '1', 'sim', '是'])
const noWords = new Set(['no', 'false', '0', 'não', 'nao', '否'])

/** `yes` or `no`, in the words of any language of the product. */
function readYesNo(cell: Cell): Read<string> {
  const read = readText(cell)
  if (read.problem) return read
  const word = foldText(read.value)
  if (yesWords.has(word)) return { value: 'yes' }
  return noWords.has(word) ? { value: 'no' } : bad('UNKNOWN_CHOICE')
}

function readChoice(question: Question, cell: Cell): Read<string> {
  const text = readText(cell)
  return text.problem ? text : findChoice(question, text.value)
}

/**
 * Codes or labels with `;` between them. A label may hold a `;` itself when it is the only choice. Other programs separate by
 * blanks or commas: so it is read where every part is a choice.
 */
function readChoices(question: Question, cell: Cell): Read<string[]> {
  const text = readText(cell)
  if (text.problem) return text
  const whole = findChoice(question, text.value)
  if (!whole.problem) return { value: [whole.value] }
  const ours = readParts(question, text.value.split(';'))
  if (!ours.problem || text.value.includes(';')) return ours
  const theirs = [/\s+/, /,/].map((sign) => readParts(question, text.value.split(sign)))
  return theirs.find(({ problem }) => !problem) ?? ours
}

function readParts(question: Question, words: readonly string[]): Read<string[]> {
  const parts = words.map((part) => part.trim()).filter((part) => part !== '')
  const codes: string[] = []
  for (const part of parts) {
    const choice = findChoice(question, part)
    if (choice.problem) return choice
    codes.push(choice.value)
  }
  return { value: codes }
}

/** By code, then by label in any language, then by either without regard to case. */
function findChoice(question: Question, text: string): Read<string> {
  const { codes, labels, folded } = wordsOf(question)
  const found = codes.get(text) ?? labels.get(text) ?? folded.get(foldText(text))
  if (found === undefined) return bad('UNKNOWN_CHOICE')
  return found === 'SEVERAL' ? bad('AMBIGUOUS_CHOICE') : { value: found.code }
}

type Words = ReadonlyMap<string, AnswerOption | 'SEVERAL'>

/** By question, as every row of a file asks for them. */
const known = new WeakMap<Question, Record<'codes' | 'labels' | 'folded', Words>>()

function wordsOf(question: Question) {
  const words = known.get(question) ?? {
    codes: wordsFor(question, ({ code }) => [code]),
    labels: wordsFor(question, labelsOf),
    folded: wordsFor(question, (option) => [option.code, ...labelsOf(option)].map(foldText)),
  }
  known.set(question, words)
  return words
}

function wordsFor({ answers }: Question, namesOf: (option: AnswerOption) => string[]): Words {
  const words = new Map<string, AnswerOption | 'SEVERAL'>()
  for (const option of answers)
    for (const name of new Set(namesOf(option))) words.set(name, words.has(name) ? 'SEVERAL' : option)
  return words
}

function labelsOf(option: AnswerOption): string[] {
  return Object.values(option.text)
}

/** `latitude, longitude` or `latitude, longitude, accuracy`; decimal commas make more parts than that. */
function readPoint(cell: Cell): Read<GeoPoint> {
  if (typeof cell === 'number') return bad('NOT_A_POINT')
  const text = readText(cell)
  if (text.problem) return text
  const parts = text.value.split(/[\s,;]+/)
  const [latitude, longitude, accuracy, ...rest] = parts.map(numberPart)
  if (latitude === undefined || longitude === undefined || rest.length > 0) return bad('NOT_A_POINT')
  if (parts.length === 2) return { value: { latitude, longitude } }
  return accuracy === undefined ? bad('NOT_A_POINT') : { value: { latitude, longitude, accuracy } }
}

function numberPart(text: string): number | undefined {
  return /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) + 0 : undefined
}
