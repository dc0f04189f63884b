/** The part of a proposal that a person takes, as the body of the call that adds it to a survey. */
import { questionCodeFor } from '../surveys/column-names.ts'
import { choiceTypes } from '../surveys/question-types.ts'
import type { Localized } from '../surveys/survey.ts'
import type { QuestionType } from '../surveys/question-types.ts'
import type { Proposal, ProposedQuestion, ProposedSkip } from './proposal.ts'

/** What a person changed of it, by the place of the question among all. */
export interface Choices {
  left: ReadonlySet<number>
  types: ReadonlyMap<number, QuestionType>
  /** The questions whose rules are not taken. */
  withoutRules: ReadonlySet<number>
}

interface AddedQuestion {
  code: string
  text: Localized
  help?: Localized
  type: QuestionType
  validation: { min?: number; max?: number }
  relevant?: string
  answers: { code: string; text: Localized; isOther: boolean; exclusive: boolean }[]
}

/** By the codes of questions; `option` is the code of one of its options, without one any answer counts. */
interface AddedSkip {
  from: string
  option?: string
  /** The code of a later question; null: the end. */
  to: string | null
}

export interface AddedContent {
  sections: { title: Localized; questions: AddedQuestion[] }[]
  skips: AddedSkip[]
}

/** Characters of a text and of a title (contract/questions.ts, contract/sections.ts). */
const [longestText, longestTitle] = [2000, 500]

interface Into {
  language: string
  /** The codes of the survey, which stay its own. */
  taken: readonly string[]
  /** What a section without a heading is called. */
  untitled: string
}

/** Sections without a chosen question stay out, and so do rules of questions that do. */
export function addedContent({ sections }: Proposal, choices: Choices, into: Into): AddedContent {
  const all = sections.flatMap(({ questions }) => questions)
  const codes = codesOf(all, choices, into.taken)
  const said = (text: string, most = longestText) => ({ [into.language]: cut(text, most) })
  const typeAt = (place: number) => choices.types.get(place) ?? all[place]?.type ?? 'TEXT'
  let next = 0
  const starts = sections.map(({ questions: { length } }) => (next += length) - length)
  const taken = sections.flatMap(({ title, questions }, index) => {
    const inside = questions.flatMap((question, at): AddedQuestion[] => {
      const place = (starts[index] ?? 0) + at
      const code = codes.get(place)
      return code === undefined ? [] : [questionAt(question, place, code)]
    })
    return inside.length === 0
      ? []
      : [{ title: said(title === '' ? into.untitled : title, longestTitle), questions: inside }]
  })

  function questionAt(question: ProposedQuestion, place: number, code: string): AddedQuestion {
    const type = typeAt(place)
    const isScale = type === question.type && question.max !== undefined
    const { condition } = question
    const relevant = condition && !choices.withoutRules.has(place) && conditionAt(condition.question, condition.option)
    return {
      code,
      text: said(question.text),
      ...(question.help === '' ? {} : { help: said(question.help) }),
      type,
      validation: isScale
        ? type === 'RANGE'
          ? { min: question.min ?? 1, max: question.max ?? 10 }
          : { max: question.max ?? 5 }
        : {},
      ...(relevant ? { relevant } : {}),
      answers: choiceTypes.includes(type)
        ? optionsOf(question).map((option) => ({ ...option, text: said(option.text) }))
        : [],
    }
  }

  function conditionAt(place: number, option: number): string | undefined {
    const code = codes.get(place)
    const value = optionCode(place, option)
    if (code === undefined || value === undefined) return undefined
    return typeAt(place) === 'MULTIPLE' ? `selected(${code}, '${value}')` : `${code} = '${value}'`
  }

  function optionCode(place: number, option: number): string | undefined {
    if (typeAt(place) === 'YES_NO') return option === 0 ? 'yes' : 'no'
    return optionsOf(all[place] as ProposedQuestion)[option]?.code
  }

  function skipAt(place: number, { options, to }: ProposedSkip): AddedSkip[] {
    const from = codes.get(place)
    const target = to === 'END' ? null : firstTaken('question' in to ? to.question : (starts[to.section] ?? all.length))
    if (from === undefined || target === undefined) return []
    if (options === 'ANY') return [{ from, to: target }]
    return options.flatMap((option) => {
      const code = optionCode(place, option)
      return code === undefined ? [] : [{ from, option: code, to: target }]
    })
  }

  /** A question that is left out is passed over. */
  function firstTaken(place: number): string | undefined {
    for (let at = place; at < all.length; at += 1) if (codes.has(at)) return codes.get(at)
    return undefined
  }

  const skips = all.flatMap((question, place) =>
    choices.withoutRules.has(place) ? [] : question.skips.flatMap((skip) => skipAt(place, skip)),
  )
  return { sections: taken, skips: skips.filter(({ from, to }) => from !== to) }
}

/** `12` → `q12`, `A3` → `A3`; a question without a number gets the next free one. */
function codesOf(all: readonly ProposedQuestion[], { left }: Choices, before: readonly string[]): Map<number, string> {
  const taken = new Set(before.map((code) => code.toLowerCase()))
  const codes = new Map<number, string>()
  all.forEach(({ label }, place) => {
    if (left.has(place)) return
    const wanted = questionCodeFor(/^\d/.test(label) || label === '' ? `q${label || place + 1}` : label, [])
    let code = wanted
    for (let n = 2; taken.has(code.toLowerCase()); n += 1) code = `${wanted.slice(0, 44)}_${n}`
    taken.add(code.toLowerCase())
    codes.set(place, code)
  })
  return codes
}

/** The codes of the document where they tell all options apart, else 1, 2, 3. */
function optionsOf({ options }: ProposedQuestion) {
  const own = new Set(options.map(({ code }) => code.toLowerCase()))
  const keeps = own.size === options.length && !own.has('')
  return options.map(({ text, code, isOther, exclusive }, index) => {
    return { code: keeps ? code : String(index + 1), text, isOther, exclusive }
  })
}

function cut(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
}
