/** `If no, go to 7` and `→ 15` as rules, `If yes, how many?` as a condition; what cannot be read stays as help. */
import type { ProposedOption, ProposedQuestion, ProposedSkip } from './proposal.ts'
import type { Aside, RawQuestion } from './raw-question.ts'
import { arrow, betweenOptions, goTo, ifBefore, ifWords, no, onlyIf, yes } from './typical-words.ts'

/** Adds the rules to `questions`, and answers with the words beside each question that are no rule. */
export function readRules(
  raw: readonly RawQuestion[],
  questions: readonly ProposedQuestion[],
  titles: readonly string[],
): string[][] {
  const places = placesOf(questions)
  return raw.map(({ asides, options }, index) => {
    const question = questions[index] as ProposedQuestion
    const targetOf = (words: string) => target(words, { index, places, titles })
    options.forEach(({ skip, line }, place) => {
      const to = skip === '' ? undefined : targetOf(skip)
      const found = question.options.length > place ? [place] : ('ANY' as const)
      if (to !== undefined) question.skips.push({ line, words: skip, options: found, to })
      else if (skip !== '') asides.push({ line, text: `${options[place]?.text}: ${skip}` })
    })
    question.condition = conditionOf(question, asides, { index, questions, places })
    return asides
      .filter((aside) => !takeAside(question, aside, targetOf))
      .map(({ text }) => text.replace(/^[_\s|]+/, ''))
  })
}

type Places = ReadonlyMap<string, number[]>

/** The places of the questions by their numbers, which begin again in some documents. */
function placesOf(questions: readonly ProposedQuestion[]): Places {
  const places = new Map<string, number[]>()
  questions.forEach(({ label }, index) => {
    if (label !== '') places.set(folded(label), [...(places.get(folded(label)) ?? []).slice(-50), index])
  })
  return places
}

/** `Q07` is 7. */
function folded(label: string): string {
  return label
    .toLowerCase()
    .replace(/^(?:q|p)[.\-_]?(?=\d)/, '')
    .replace(/^0+(?=\d)/, '')
    .replaceAll(/[-_]/g, '.')
}

function target(
  words: string,
  { index, places, titles }: { index: number; places: Places; titles: readonly string[] },
): ProposedSkip['to'] | undefined {
  const [, section, end, number] = goTo.exec(words) ?? arrow.exec(words) ?? []
  if (end !== undefined) return 'END'
  if (number !== undefined) {
    const question = places.get(folded(number))?.find((place) => place > index)
    return question === undefined ? undefined : { question }
  }
  if (section === undefined) return undefined
  const name = section.toLowerCase().replace(/\s+/g, ' ')
  const found = titles.findIndex((title) =>
    new RegExp(`^${name.replace(/[^\p{L}\p{N} ]/gu, '.')}\\b`, 'iu').test(title.replace(/\s+/g, ' ')),
  )
  return found < 0 ? undefined : { section: found }
}

/** Whether it became a rule of the question. */
function takeAside(
  question: ProposedQuestion,
  { line, text }: Aside,
  targetOf: (words: string) => ProposedSkip['to'] | undefined,
): boolean {
  const found = goTo.exec(text) ?? arrow.exec(text)
  const to = found ? targetOf(found[0]) : undefined
  if (!found || to === undefined) return false
  const before = text.slice(0, found.index)
  const said = ifWords.exec(before)?.[1]
  if (said === undefined) {
    if (/\p{L}/u.test(before)) return false
    question.skips.push({ line, words: text, options: 'ANY', to })
    return true
  }
  const options = optionsNamed(question, said)
  if (options.length === 0) return false
  question.skips.push({ line, words: text, options, to })
  return true
}

/** The options that words name: `no or don't know`; of a question without options, yes is the first and no the second. */
function optionsNamed({ type, options }: Pick<ProposedQuestion, 'type' | 'options'>, words: string): number[] {
  const known =
    options.length === 0 && type === 'YES_NO'
      ? [
          { text: 'yes', code: '1' },
          { text: 'no', code: '2' },
        ]
      : options
  return words
    .split(betweenOptions)
    .map((word) => known.findIndex((option) => isNamed(option, word.trim())))
    .filter((place) => place >= 0)
}

function isNamed({ text, code }: Pick<ProposedOption, 'text' | 'code'>, word: string): boolean {
  const [one, other] = [text.toLowerCase(), word.toLowerCase().replace(/[.“”"']/g, '')]
  return (
    one === other ||
    (code !== '' && code === word) ||
    (yes.test(text) && yes.test(word)) ||
    (no.test(text) && no.test(word))
  )
}

function conditionOf(
  question: ProposedQuestion,
  asides: Aside[],
  { index, questions, places }: { index: number; questions: readonly ProposedQuestion[]; places: Places },
): ProposedQuestion['condition'] {
  const begun = ifBefore.exec(question.text)
  if (begun) {
    const before = questions[index - 1]
    const [option] = before && !before.condition ? optionsNamed(before, begun[1] ?? '') : []
    if (option !== undefined) return { line: question.line, words: begun[0].trim(), question: index - 1, option }
  }
  for (const aside of asides) {
    const [words, number = '', said = ''] = onlyIf.exec(aside.text) ?? []
    const place = places.get(folded(number))?.findLast((each) => each < index)
    const [option] = place === undefined ? [] : optionsNamed(questions[place] as ProposedQuestion, said)
    if (words === undefined || place === undefined || option === undefined || goTo.test(aside.text)) continue
    asides.splice(asides.indexOf(aside), 1)
    return { line: aside.line, words: aside.text, question: place, option }
  }
  return undefined
}
