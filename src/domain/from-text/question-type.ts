/** Which type a question has, by its options and its words. */
import { traitsOf } from '../surveys/question-types.ts'
import type { ProposedOption, ProposedQuestion } from './proposal.ts'
import type { RawQuestion } from './raw-question.ts'
import { asksWhich, asksYesNo, exclusive, hints, no, other, specify, typicalTypes, yes } from './typical-words.ts'

type Typed = Pick<ProposedQuestion, 'type' | 'reason' | 'options' | 'min' | 'max'>

export function typed(raw: RawQuestion, boxesMeanSeveral: boolean): Typed {
  const asides = raw.asides.map(({ text }) => text).join(' ')
  const options = withoutCodes(raw.options).map(optionOf)
  if (raw.kind === 'NOTE') return { type: 'NOTE', reason: 'NOTE_WORDS', options: [] }
  if (raw.kind === 'PARAGRAPH') return { type: 'NOTE', reason: 'PARAGRAPH', options: [] }
  if (raw.scale !== undefined) return { ...scaled(1, raw.scale), options: [] }
  if (options.length >= 2) return chosen(raw, options, { asides, boxesMeanSeveral })
  const scale = hints.scale.exec(`${raw.text} ${asides}`)
  if (scale) {
    const [min = 1, max = 5] = scale
      .slice(1)
      .filter((each) => each !== undefined)
      .map(Number)
    if (max > min) return { ...scaled(min, max), options }
  }
  return { ...worded(raw, asides), options }
}

function scaled(min: number, max: number): Pick<Typed, 'type' | 'reason' | 'min' | 'max'> {
  if (min === 1 && max <= 10) return { type: 'RATING', reason: 'SCALE', max }
  return { type: 'RANGE', reason: 'SCALE', min, max }
}

function chosen(
  raw: RawQuestion,
  options: ProposedOption[],
  { asides, boxesMeanSeveral }: { asides: string; boxesMeanSeveral: boolean },
): Typed {
  const words = `${raw.text} ${asides}`
  const numbers = options.map(({ text }) => (/^\d{1,2}$/.test(text) ? Number(text) : Number.NaN))
  if (options.length > 2 && numbers.every((value, index) => value === (numbers[0] ?? 0) + index))
    return { ...scaled(numbers[0] ?? 1, numbers.at(-1) ?? 5), options: [] }
  if (hints.ranking.test(words)) return { type: 'RANK', reason: 'RANK_WORDS', options }
  if (hints.several.test(words)) return { type: 'MULTIPLE', reason: 'SEVERAL_WORDS', options }
  if (options.length === 2 && yes.test(bare(options[0])) && no.test(bare(options[1])))
    return { type: 'YES_NO', reason: 'YES_NO_OPTIONS', options }
  if (
    boxesMeanSeveral &&
    raw.options.every(({ sign }) => sign === 'BOX') &&
    !options.some(({ text }) => yes.test(text))
  )
    return { type: 'MULTIPLE', reason: 'SQUARES', options }
  return { type: 'SINGLE', reason: 'OPTIONS', options }
}

function worded({ text, blanks }: RawQuestion, asides: string): Pick<Typed, 'type' | 'reason'> {
  const isYesNo = asksYesNo.test(text) && !asksWhich.test(text)
  const found = typicalTypes.find(
    ([type, words]) =>
      words.test(type === 'LONG_TEXT' || type === 'INTEGER' ? text : `${text} ${asides}`) ||
      (type === 'INTEGER' && words.test(asides)),
  )
  if (found && !(isYesNo && traitsOf(found[0]).answer !== 'file')) return { type: found[0], reason: 'WORDS' }
  if (isYesNo && blanks === 0) return { type: 'YES_NO', reason: 'YES_NO_WORDS' }
  return { type: blanks > 1 ? 'LONG_TEXT' : 'TEXT', reason: 'NOTHING' }
}

function bare(option: ProposedOption | undefined): string {
  return option?.text.replace(/\s*[([（].*$/, '') ?? ''
}

/** `Yes 1`, `No 2`: numbers that count on behind all options are their codes. */
function withoutCodes(options: RawQuestion['options']): RawQuestion['options'] {
  const found = options.map(({ text }) => /^(.*\p{L}.*?)[\s.:]+(\d{1,2})$/u.exec(text))
  const counts = found.every((each, index) => each && Number(each[2]) > Number(found[index - 1]?.[2] ?? -1))
  if (!counts || options.length < 2 || Number(found[0]?.[2]) > 1) return options
  return options.map((option, index) => ({
    ...option,
    text: found[index]?.[1] ?? option.text,
    code: found[index]?.[2] ?? '',
  }))
}

function optionOf({ line, text, code }: RawQuestion['options'][number]): ProposedOption {
  const isOther = (other.test(text) && text.length < 80) || specify.test(text)
  const behind = isOther ? specify.exec(text) : null
  const short = behind ? text.slice(0, behind.index).trim() : text
  return { line, text: short === '' ? text : short, code, isOther, exclusive: exclusive.test(text) }
}
