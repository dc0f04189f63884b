/** The types of questions in forms and here. */
import { externalFile } from './external-choices.ts'
import { own } from '#domain/own.ts'
import { type QuestionType, questionTypes, traitsOf } from '#domain/surveys/question-types.ts'

export interface AskedType {
  kind: 'question'
  type: QuestionType
  list?: string
  orOther?: boolean
  /** The file that its options are rows of. */
  file?: string
  /** Whether the form's type is just this one. */
  isSame: boolean
}

/** The type of a calculation follows from what it computes. */
export type ReadType =
  | AskedType
  | { kind: 'calculate' }
  | { kind: 'begin'; of: 'group' | 'repeat' }
  | { kind: 'end'; of: 'group' | 'repeat' }
  /** What every response has here by itself, or no one needs to ask. */
  | { kind: 'recorded' }
  | { kind: 'unknown' }

/** Types by their names without blanks and `_`; choices name their list too. */
const byName = Object.fromEntries(
  questionTypes
    .filter((type) => !traitsOf(type).options)
    .flatMap((type) => {
      const { form } = traitsOf(type)
      return [form.type.toLowerCase(), ...(form.also ?? [])].map((name) => [name, type] as const)
    })
    .toReversed(),
)

/** What has no type of its own here. */
const otherTypes: Record<string, QuestionType> = {
  acknowledge: 'YES_NO',
  trigger: 'YES_NO',
}

/** Those that a form tells by an appearance alone. */
const looksApart: readonly QuestionType[] = ['LONG_TEXT', 'SIGNATURE']

/** What forms ask of the device and every response has. */
const recordedTypes =
  /^(?:uri:)?(start|end|today|device ?id|imei|subscriber ?id|sim ?(serial|id)|phone ?number|user ?name|email|start[ -]time|end[ -]time)$/i

const selects: [RegExp, QuestionType][] = [
  [/^(?:select[ _]one|select1)\b(?: from\b)?/i, 'SINGLE'],
  [/^select[ _](?:multiple|all that apply)\b(?: from\b)?/i, 'MULTIPLE'],
  [/^rank\b/i, 'RANK'],
]

/** Older forms write `q text`, `add text prompt` and `add select one prompt using crops`. */
function plainWords(written: string): string {
  const words = written.trim().replaceAll(/\s+/g, ' ')
  return words.replace(/^(?:q|add|get) /i, '').replace(/ prompt(?: using)?(?= |$)/i, '')
}

export function readType(written: string, appearance: string): ReadType {
  const words = plainWords(written)
  const [, edge = '', inside = ''] = /^(begin|end)[ _]*(group|repeat|lgroup|looped group|loop)$/i.exec(words) ?? []
  if (edge !== '') {
    const of = inside.toLowerCase() === 'group' ? 'group' : 'repeat'
    return edge.toLowerCase() === 'begin' ? { kind: 'begin', of } : { kind: 'end', of }
  }
  const [, kind, file = ''] = /^select[ _](one|multiple)[ _]from[ _]file (\S.*)$/i.exec(words) ?? []
  if (kind) return { kind: 'question', type: choiceOf(kind), file, isSame: true }
  const [, of, list = ''] = /^select[ _](one|multiple)[ _]external (\S+)$/i.exec(words) ?? []
  if (of) return { kind: 'question', type: choiceOf(of), file: externalFile(list), isSame: true }
  for (const [pattern, type] of selects) {
    if (!pattern.test(words)) continue
    const [list = '', ...more] = words.replace(pattern, '').trim().split(' ')
    return {
      kind: 'question',
      type,
      list,
      orOther: /^(?:or[ _]other|or specify other)$/i.test(more.join(' ')),
      isSame: true,
    }
  }
  const name = words.toLowerCase().replaceAll(/[ _]/g, '')
  if (name === 'calculate' || name === 'hidden') return { kind: 'calculate' }
  const found = own(byName, name) ?? own(otherTypes, name)
  if (!found) return recordedTypes.test(words) ? { kind: 'recorded' } : { kind: 'unknown' }
  const looks = appearance.toLowerCase().split(/\s+/)
  const { form } = traitsOf(found)
  const type = looksApart.find((each) => {
    const other = traitsOf(each).form
    return other.type === form.type && looks.includes(other.appearance ?? '')
  })
  return { kind: 'question', type: type ?? found, isSame: type !== undefined || name in byName }
}

function choiceOf(word: string): QuestionType {
  return word.toLowerCase() === 'one' ? 'SINGLE' : 'MULTIPLE'
}

const pairs = /([\w-]+)\s*=\s*("[^"]*"|[^\s,;]+)/g

/** `start=1 end=5 step=1`, in any order, with commas or without. */
export function readParameters(written: string): Record<string, string> {
  return Object.fromEntries(
    [...written.matchAll(pairs)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
  )
}

/** What is written beside the parameters that are read; '' when that is nothing. */
export function parametersBeside(
  written: string,
  isRead: (parameter: [name: string, value: string]) => boolean,
): string {
  const left = written.replaceAll(pairs, (pair, name: string, value: string) =>
    isRead([name.toLowerCase(), value]) ? '' : pair,
  )
  return left.replaceAll(/[\s,;]+/g, ' ').trim()
}
