/** The list of one survey's responses by its answers: which filters and orders it offers, in the words of its call. Pure. */
import type { AnswerColumn } from '#contract/answer-filter.ts'
import { type Filter, type Filters, readWord } from '#contract/filters.ts'
import { namingCode } from '#domain/answers/form-name.ts'
import { type AnswerAsked, isSortable } from '#domain/answers/answer-words.ts'
import { mostListed } from '#domain/surveys/list-table.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { optionCodes } from '#domain/surveys/survey.ts'

/** Words of the URL and keys of columns: `answer.age`. */
const prefix = 'answer.'

export function answerKey(code: string): string {
  return `${prefix}${code}`
}

export function answerFilters(questions: readonly AnswerColumn[]): Filters {
  return Object.fromEntries(
    questions.filter(({ indexed }) => indexed).map((question) => [answerKey(question.code), filterOf(question)]),
  )
}

function filterOf({ type, options, isLong }: AnswerColumn): Filter {
  switch (traitsOf(type).index) {
    case 'WORD': {
      const values = optionCodes({ type, answers: options })
      return isLong || values.length > mostListed ? { kind: 'text' } : { kind: 'oneOf', values }
    }
    case 'NUMBER':
      return { kind: 'number', decimals: 6 }
    case 'DAY':
    case 'MOMENT':
      return { kind: 'day' }
    case 'TEXT':
    case undefined:
      return { kind: 'text' }
  }
}

export function answerSorts(questions: readonly AnswerColumn[]): string[] {
  return questions
    .filter(({ indexed, repeats, type }) => indexed && !repeats && isSortable(type))
    .map(({ code }) => answerKey(code))
}

/** The words of the URL as the call takes them: those of answers together in one. */
export function withAnswers(words: Readonly<Record<string, string>>, filters: Filters): Record<string, string> {
  const asked: Record<string, AnswerAsked> = {}
  const others: Record<string, string> = {}
  for (const [name, word] of Object.entries(words)) {
    const filter = filters[name]
    if (filter && name.startsWith(prefix)) asked[name.slice(prefix.length)] = askedOf(filter, word)
    else others[name] = word
  }
  return Object.keys(asked).length === 0 ? others : { ...others, answers: JSON.stringify(asked) }
}

function askedOf(filter: Filter, word: string): AnswerAsked {
  const asked = readWord(filter, word)
  switch (asked.for) {
    case 'blank':
      return 'blank'
    case 'filled':
      return 'answered'
    case 'containing':
      return { contains: asked.text }
    case 'equal':
      return { equals: asked.text }
    case 'among':
      return { in: asked.values }
    case 'between': {
      const end = (text: string | undefined) => (text === undefined || filter.kind === 'day' ? text : Number(text))
      return { from: end(asked.from), to: end(asked.to) }
    }
  }
}

/** Those of columns, with what responses are called by first. */
export function inColumns(questions: readonly AnswerColumn[]): AnswerColumn[] {
  const once = questions.filter(({ repeats }) => !repeats)
  return once.toSorted((one, other) => Number(other.code === namingCode) - Number(one.code === namingCode))
}

/** Shown unless the reader chose others. */
export function firstShown(questions: readonly AnswerColumn[]): ReadonlySet<string> {
  const once = inColumns(questions)
  const indexed = once.filter((question) => question.indexed)
  const named = once.filter(({ code }) => code === namingCode)
  return new Set([...named, ...(indexed.length > 0 ? indexed : once)].slice(0, 4).map(({ code }) => code))
}
