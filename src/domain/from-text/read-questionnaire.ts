/** From the text of a questionnaire to a proposal of sections, questions, options and rules. It asks no service. */
import { textLines } from './text-lines.ts'
import type { Proposal, ProposedQuestion } from './proposal.ts'
import { typed } from './question-type.ts'
import type { RawQuestion } from './raw-question.ts'
import { asksAgreement } from './typical-words.ts'
import { QuestionReader } from './read-questions.ts'
import { readRules } from './read-rules.ts'

/** `text`: at most `mostCharacters`. Each line of it is read once, in time that grows as the text does. */
export function readQuestionnaire(text: string): Proposal {
  const sections = new QuestionReader(textLines(text)).sections.map((section) => ({
    ...section,
    questions: section.questions.flatMap(settled),
  }))
  const raw = sections.flatMap(({ questions }) => questions)
  const signs = raw.flatMap(({ options }) => options.map(({ sign }) => sign))
  const boxesMeanSeveral = signs.includes('BOX') && signs.includes('CIRCLE')
  const questions = raw.map((question) => questionOf(question, boxesMeanSeveral))
  const unread = readRules(
    raw,
    questions,
    sections.map(({ title }) => title),
  )
  questions.forEach((question, index) => (question.help = unread[index]?.join('\n') ?? ''))
  let next = 0
  return {
    sections: sections
      .map(({ line, title, questions: { length } }) => {
        next += length
        return { line, title, questions: questions.slice(next - length, next) }
      })
      .filter(({ title, questions: inside }) => title !== '' || inside.length > 0),
  }
}

/** A scale named in brackets, and the statements below it: a question for each. One line alone is no list of options. */
function settled(question: RawQuestion): RawQuestion[] {
  const { text, options, asides } = question
  const scale = /[([（]([^()]*[,/;，、][^()]*[,/;，、][^()]*)[)\]）]/.exec(text)?.[1]?.split(/\s*[,/;，、]\s*/) ?? []
  if (options.length > 1 && scale.length > 2 && asksAgreement.test(text)) {
    const heads = scale.map((words) => ({
      line: question.line,
      text: words,
      code: '',
      skip: '',
      sign: 'CIRCLE' as const,
    }))
    const rows = options.map((each) => ({
      ...question,
      label: '',
      line: each.line,
      text: each.text,
      asides: [],
      options: heads,
    }))
    return [{ ...question, options: [], kind: 'PARAGRAPH' }, ...rows]
  }
  const [only] = options
  if (options.length !== 1 || !only || only.sign !== 'NONE' || only.code !== '') return [question]
  return [{ ...question, options: [], asides: [...asides, only] }]
}

function questionOf(raw: RawQuestion, boxesMeanSeveral: boolean): ProposedQuestion {
  const { line, label } = raw
  const text = raw.text.trim() || raw.asides.map((aside) => aside.text).join(' ') || label
  return {
    line,
    label,
    text,
    help: '',
    ...typed({ ...raw, text: raw.text.slice(0, 2000) }, boxesMeanSeveral),
    skips: [],
  }
}
