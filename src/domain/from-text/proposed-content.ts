/** The part of a proposal that a person takes, as the body of the call that adds it to a survey. */
import { questionCodeFor } from '../surveys/column-names.ts'
import { choiceTypes, type QuestionType } from '../surveys/question-types.ts'
import type { Proposal, ProposedQuestion, ProposedSkip } from './proposal.ts'

/** What a person changed of it, by the place of the question among all. */
export interface Choices {
  left: ReadonlySet<number>
  types: ReadonlyMap<number, QuestionType>
  /** The questions whose rules are not taken. */
  withoutRules: ReadonlySet<number>
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

/**
 * Sections without a chosen question stay out, and so do rules of questions that do. Rules name questions by their codes;
 * without an option any answer counts.
 */
export function addedContent({ sections }: Proposal, { left, types, withoutRules }: Choices, into: Into) {
  const all = sections.flatMap(({ questions }) => questions)
  const codes = codesOf(all, left, into.taken)
  const said = (text: string, most = longestText) => ({ [into.language]: cut(text, most) })
  const typeAt = (place: number) => types.get(place) ?? all[place]?.type ?? 'TEXT'
  let count = 0
  const starts = sections.map(({ questions: { length } }) => (count += length) - length)

  function questionAt(place: number, code: string) {
    const { text, help, type: read, options, min = 1, max, condition } = all[place] as ProposedQuestion
    const type = typeAt(place)
    const relevant = condition && !withoutRules.has(place) && conditionAt(condition.question, condition.option)
    return {
      code,
      text: said(text),
      ...(help === '' ? {} : { help: said(help) }),
      type,
      validation: type !== read || max === undefined ? {} : type === 'RANGE' ? { min, max } : { max },
      ...(relevant ? { relevant } : {}),
      answers: choiceTypes.includes(type)
        ? withCodes(options).map((option) => ({ ...option, text: said(option.text) }))
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
    return withCodes(all[place]?.options ?? [])[option]?.code
  }

  function skipsAt(
    place: number,
    { options, to }: ProposedSkip,
  ): { from: string; option?: string; to: string | null }[] {
    const from = codes.get(place)
    // A question that is left out is passed over.
    const first = to === 'END' ? 0 : 'question' in to ? to.question : (starts[to.section] ?? all.length)
    const next = [...codes].find(([at]) => at >= first)?.[1]
    const target = to === 'END' ? null : next
    if (from === undefined || target === undefined || target === from || withoutRules.has(place)) return []
    if (options === 'ANY') return [{ from, to: target }]
    const named = options.flatMap((option) => optionCode(place, option) ?? [])
    return named.map((option) => ({ from, option, to: target }))
  }

  return {
    sections: sections.flatMap(({ title, questions }, index) => {
      const places = questions.map((_question, at) => (starts[index] ?? 0) + at)
      const taken = places.flatMap((place) => {
        const code = codes.get(place)
        return code === undefined ? [] : [questionAt(place, code)]
      })
      return taken.length === 0 ? [] : [{ title: said(title || into.untitled, longestTitle), questions: taken }]
    }),
    skips: all.flatMap(({ skips }, place) => skips.flatMap((skip) => skipsAt(place, skip))),
  }
}

/** `12` → `q12`, `A3` → `A3`; a question without a number has its place. In their order. */
function codesOf(all: readonly ProposedQuestion[], left: ReadonlySet<number>, taken: readonly string[]) {
  const used = new Set(taken.map((code) => code.toLowerCase()))
  const codes = new Map<number, string>()
  all.forEach(({ label }, place) => {
    if (left.has(place)) return
    const wanted = questionCodeFor(/^\d/.test(label) || label === '' ? `q${label || place + 1}` : label, [])
    let code = wanted
    for (let n = 2; used.has(code.toLowerCase()); n += 1) code = `${wanted.slice(0, 44)}_${n}`
    used.add(code.toLowerCase())
    codes.set(place, code)
  })
  return codes
}

/** The codes of the document where they tell all options apart, else 1, 2, 3. */
function withCodes(options: ProposedQuestion['options']): ProposedQuestion['options'] {
  const own = new Set(options.map(({ code }) => code.toLowerCase()))
  const keeps = own.size === options.length && !own.has('')
  return keeps ? options : options.map((option, index) => ({ ...option, code: String(index + 1) }))
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
