/** From the text of a questionnaire to a proposal of sections, questions, options and rules. It asks no service. */
import { textLines } from './text-lines.ts'
import type { Proposal, ProposedQuestion } from './proposal.ts'
import { typed } from './question-type.ts'
import { headsOf, type RawQuestion } from './raw-question.ts'
import { asksAgreement } from './typical-words.ts'
import { QuestionReader } from './read-questions.ts'
import { readRules } from './read-rules.ts'

/** `text`: at most `mostCharacters`. Each line of it is read once, in time that grows as the text does. */
export function readQuestionnaire(text: string): Proposal {
  const read = new QuestionReader(textLines(text)).sections.map(({ title, questions }) => {
    return { title, raw: questions.flatMap(settled) }
  })
  const raw = read.flatMap((section) => section.raw)
  const signs = new Set(raw.flatMap(({ options }) => options.map(({ sign }) => sign)))
  const boxesMeanSeveral = signs.has('BOX') && signs.has('CIRCLE')
  const sections = read.map((section) => {
    return { title: section.title, questions: section.raw.map((question) => questionOf(question, boxesMeanSeveral)) }
  })
  readRules(
    raw,
    sections.flatMap(({ questions }) => questions),
    sections.map(({ title }) => title),
  )
  return { sections }
}

/** A scale named in brackets, and the statements below it: a question for each. One line alone is no list of options. */
function settled(question: RawQuestion): RawQuestion[] {
  const { text, options, asides, line } = question
  const scale = /[([（]([^()]*[,/;，、][^()]*[,/;，、][^()]*)[)\]）]/.exec(text)?.[1]?.split(/\s*[,/;，、]\s*/)
  if (options.length > 1 && scale && asksAgreement.test(text)) {
    const rows = options.map((each, index) => {
      return { ...question, label: '', line: line + 1 + index, text: each.text, asides: [], options: headsOf(scale) }
    })
    return [{ ...question, options: [], kind: 'PARAGRAPH' }, ...rows]
  }
  const [only] = options
  if (options.length !== 1 || !only || only.sign !== 'NONE' || only.code !== '') return [question]
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
