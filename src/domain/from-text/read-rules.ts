/** `If no, go to 7` and `→ 15` as rules, `If yes, how many?` as a condition; what cannot be read stays as help. */
import type { ProposedQuestion, ProposedSkip } from './proposal.ts'
import type { RawQuestion } from './raw-question.ts'
import { arrow, betweenOptions, goTo, ifBefore, ifWords, no, onlyIf, yes } from './typical-words.ts'

/** Adds to `questions` their rules, and as help the words beside each that are no rule. */
export function readRules(
  raw: readonly RawQuestion[],
  questions: readonly ProposedQuestion[],
  titles: readonly string[],
): void {
  const places = placesOf(questions)
  questions.forEach((question, index) => {
    const { asides = [], options = [] } = raw[index] ?? {}
    const condition = conditionOf(questions, index, asides, places)
    question.condition = condition?.rule
    const behind = options.flatMap(({ skip, text }, place): string[] => {
      if (skip === '') return []
      const to = target(skip, { index, places, titles })
      if (to === undefined) return [`${text}: ${skip}`]
      question.skips.push({ options: question.options.length > place ? [place] : 'ANY', to })
      return []
    })
    const beside = asides.filter((aside) => {
      if (aside === condition?.aside) return false
      const found = goTo.exec(aside) ?? arrow.exec(aside)
      const to = found ? target(found[0], { index, places, titles }) : undefined
      // `Skip to 9 if the total is 0` is more than a rule says.
      const isLimited = found && /\p{L}/u.test(aside.slice(found.index + found[0].length))
      const options = found && !isLimited ? optionsBefore(question, aside.slice(0, found.index)) : []
      if (to === undefined || options.length === 0) return true
      question.skips.push({ options, to })
      return false
    })
    question.help = [...beside.map((text) => text.replace(/^[_\s|]+/, '')), ...behind].filter(Boolean).join('\n')
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
    .replace(/^(?:[qp][.\-_]?)?0*(?=\d)/, '')
    .replaceAll(/[-_]/g, '.')
}

function target(
  words: string,
  { index, places, titles }: { index: number; places: Places; titles: readonly string[] },
): ProposedSkip['to'] | undefined {
  const [, section, end, number] = goTo.exec(words) ?? arrow.exec(words) ?? []
  if (end !== undefined) return 'END'
  const question = places.get(folded(number ?? ''))?.find((place) => place > index)
  if (question !== undefined) return { question }
  const name = section?.toLowerCase().replace(/\s+/g, ' ') ?? '#'
  const found = titles.findIndex(
    (title) => title.toLowerCase().startsWith(name) && !/^[\p{L}\p{N}]/u.test(title.slice(name.length)),
  )
  return found < 0 ? undefined : { section: found }
}

/** Those that `If no,` before a rule names; none where the words say another thing. */
function optionsBefore(question: ProposedQuestion, words: string): ProposedSkip['options'] {
  const said = ifWords.exec(words)?.[1]
  if (said === undefined) return /\p{L}/u.test(words) ? [] : 'ANY'
  return optionsNamed(question, said)
}

/** The options that words name: `no or don't know`; of a question without options, yes is the first and no the second. */
function optionsNamed({ type, options }: ProposedQuestion, words: string): number[] {
  const known =
    options.length === 0 && type === 'YES_NO'
      ? [
          { text: 'yes', code: '1' },
          { text: 'no', code: '2' },
        ]
      : options
  return words
    .split(betweenOptions)
    .map((each) => {
      const word = each.trim().replace(/[.“”"']/g, '')
      return known.findIndex(
        ({ text, code }) =>
          text.toLowerCase() === word.toLowerCase() ||
          (code !== '' && code === word) ||
          [yes, no].some((answer) => answer.test(text) && answer.test(word)),
      )
    })
    .filter((place) => place >= 0)
}

/** With the words beside the question that it was read from. */
function conditionOf(
  questions: readonly ProposedQuestion[],
  index: number,
  asides: readonly string[],
  places: Places,
): { rule: { question: number; option: number }; aside?: string } | undefined {
  const before = questions[index - 1]
  const begun = ifBefore.exec(questions[index]?.text ?? '')
  const [first] = begun && before && !before.condition ? optionsNamed(before, begun[1] ?? '') : []
  if (first !== undefined) return { rule: { question: index - 1, option: first } }
  for (const aside of asides.filter((text) => !goTo.test(text))) {
    const [, number = '', said = ''] = onlyIf.exec(aside) ?? []
    const question = places.get(folded(number))?.findLast((each) => each < index) ?? -1
    const [option] = questions[question] ? optionsNamed(questions[question], said) : []
    if (option !== undefined) return { rule: { question, option }, aside }
  }
  return undefined
}
