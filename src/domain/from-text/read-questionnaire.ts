/** From the text of a questionnaire to a proposal of sections, questions, options and rules. It asks no service. */
import { textLines } from './text-lines.ts'
import type { Proposal, ProposedQuestion, ProposedOption } from './proposal.ts'
import { headsOf, type RawQuestion, type RawOption } from './raw-question.ts'
import {
  asksAgreement,
  asksWhich,
  asksYesNo,
  exclusive,
  no,
  ofEach,
  other,
  ranking,
  scale,
  several,
  specify,
  typicalTypes,
  yes,
} from './typical-words.ts'
import { QuestionReader } from './read-questions.ts'
import { readRules } from './read-rules.ts'
import { traitsOf } from '../surveys/question-types.ts'

/** `text`: at most `mostCharacters`. Each line of it is read once, in time that grows as the text does. */
export function readQuestionnaire(text: string): Proposal {
  const lines = textLines(text)
  const reader = new QuestionReader(lines)
  const read = reader.sections.map(({ title, questions }) => {
    return { title, raw: questions.flatMap(settled) }
  })
  const raw = read.flatMap((section) => section.raw)
  const signs = new Set(raw.flatMap(({ options }) => options.map(({ sign }) => sign)))
  const boxesMeanSeveral = signs.has('BOX') && signs.has('CIRCLE')
  const sections = read.map((section) => {
    const questions = section.raw.map((question) => questionOf(question, boxesMeanSeveral))
    askOfEach(questions)
    return { title: section.title, questions }
  })
  readRules(
    raw,
    sections.flatMap(({ questions }) => questions),
    sections.map(({ title }) => title),
  )
  return { lines: new Set(lines.map(({ line }) => line)).size, unread: reader.unread, sections }
}

/** A scale named in brackets, and the statements below it: a question for each. One line alone is no list of options. */
function settled(question: RawQuestion): RawQuestion[] {
  const { text, options, asides, line } = question
  const named = /[([（]([^()]*[,/;，、][^()]*[,/;，、][^()]*)[)\]）]/.exec(text)?.[1]?.split(/\s*[,/;，、]\s*/)
  const scale = question.legend ?? (asksAgreement.test(text) ? named : undefined)
  if (options.length > 1 && scale) {
    const rows = options.map((each, index) => {
      return { ...question, label: '', line: line + 1 + index, text: each.text, asides: [], options: headsOf(scale) }
    })
    return [{ ...question, options: [], kind: 'PARAGRAPH' }, ...rows]
  }
  const [only] = options
  if (options.length !== 1 || !only || only.code !== '') return [question]
  return [{ ...question, options: [], asides: [...asides, only.text] }]
}

function questionOf(raw: RawQuestion, boxesMeanSeveral: boolean): ProposedQuestion {
  const { line, label } = raw
  const text = raw.text || raw.asides.join(' ') || label
  return {
    line,
    label,
    text,
    help: '',
    ...typed({ ...raw, text: raw.text.slice(0, 2000) }, boxesMeanSeveral),
    skips: [],
  }
}

/** `How many of the following: Goats? Sheep?`: each line below is answered by a number, and the first by none. */
function askOfEach(questions: ProposedQuestion[]): void {
  let stem: ProposedQuestion | undefined
  for (const question of questions) {
    const { type, reason, text, label } = question
    const isLine = label.length < 2 && text.length <= 80
    if (type === 'NOTE') continue
    if (stem && isLine && (reason === 'NOTHING' || type === 'INTEGER')) {
      Object.assign(question, { type: 'INTEGER', reason: 'WORDS' })
      Object.assign(stem, { type: 'NOTE', reason: 'PARAGRAPH' })
    } else {
      stem = type === 'INTEGER' && ofEach.test(text) ? question : undefined
    }
  }
}

type Typed = Pick<ProposedQuestion, 'type' | 'reason' | 'options' | 'min' | 'max'>

/** `boxesMeanSeveral`: the document has circles too. */
function typed(raw: RawQuestion, boxesMeanSeveral: boolean): Typed {
  const words = `${raw.text} ${raw.asides.join(' ')}`
  const options = withoutCodes(raw.options).map(optionOf)
  if (raw.kind !== 'QUESTION')
    return { type: 'NOTE', reason: raw.kind === 'NOTE' ? 'NOTE_WORDS' : 'PARAGRAPH', options: [] }
  if (raw.scale !== undefined) return scaled(1, raw.scale)
  if (options.length < 2) {
    const [min = 1, max = 0] = scale.exec(words)?.slice(1).filter(Boolean).map(Number) ?? []
    return max > min ? scaled(min, max) : { ...worded(raw, words), options }
  }
  const numbers = options.map(({ text }) => (/^\d{1,2}$/.test(text) ? Number(text) : Number.NaN))
  const [first = 0] = numbers
  if (options.length > 2 && numbers.every((value, index) => value === first + index))
    return scaled(first, numbers.at(-1) ?? 5)
  if (ranking.test(words)) return { type: 'RANK', reason: 'RANK_WORDS', options }
  if (several.test(words)) return { type: 'MULTIPLE', reason: 'SEVERAL_WORDS', options }
  const bare = options.map(({ text }) => text.replace(/\s*[([（].*$/, ''))
  if (bare.length === 2 && yes.test(bare[0] ?? '') && no.test(bare[1] ?? ''))
    return { type: 'YES_NO', reason: 'YES_NO_OPTIONS', options }
  if (boxesMeanSeveral && raw.options.every(({ sign }) => sign === 'BOX') && !bare.some((each) => yes.test(each)))
    return { type: 'MULTIPLE', reason: 'SQUARES', options }
  return { type: 'SINGLE', reason: 'OPTIONS', options }
}

function scaled(min: number, max: number): Typed {
  if (min === 1 && max <= 10) return { type: 'RATING', reason: 'SCALE', max, options: [] }
  return { type: 'RANGE', reason: 'SCALE', min, max, options: [] }
}

function worded({ text, blanks }: RawQuestion, words: string): Pick<Typed, 'type' | 'reason'> {
  const isYesNo = asksYesNo.test(text) && !asksWhich.test(text)
  const [type] = typicalTypes.find(([each, typical]) => typical.test(each === 'LONG_TEXT' ? text : words)) ?? []
  if (type && (!isYesNo || traitsOf(type).answer === 'file')) return { type, reason: 'WORDS' }
  if (isYesNo && blanks === 0) return { type: 'YES_NO', reason: 'YES_NO_WORDS' }
  return { type: blanks > 1 ? 'LONG_TEXT' : 'TEXT', reason: 'NOTHING' }
}

/** `Yes 1`, `No 2`: numbers that count on behind all options are their codes. */
function withoutCodes(options: readonly RawOption[]): readonly RawOption[] {
  if (!options.every(({ text }) => /[\s.:]\d{1,2}$/.test(text))) return options
  const found = options.map(({ text }) => /^(.*\p{L}.*?)[\s.:]+(\d{1,2})$/u.exec(text))
  const counts = found.every((each, index) => each && Number(each[2]) > Number(found[index - 1]?.[2] ?? -1))
  if (!counts || options.length < 2 || Number(found[0]?.[2]) > 1) return options
  return options.map((option, index) => ({ ...option, text: found[index]?.[1] ?? '', code: found[index]?.[2] ?? '' }))
}

function optionOf({ text, code }: RawOption): ProposedOption {
  const isOther = (other.test(text) && text.length < 80) || specify.test(text)
  const short = isOther ? text.slice(0, specify.exec(text)?.index).trim() : text
  return { text: short || text, code, isOther, exclusive: exclusive.test(text) }
}
