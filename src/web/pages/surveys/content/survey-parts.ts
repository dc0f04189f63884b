/** The content of a survey as the builder holds it: what is where, and the same content with one thing changed. Pure. */
import type { Answer } from '#contract/answers.ts'
import type { Question, QuestionWithAnswers } from '#contract/questions.ts'
import type { Section, SectionWithQuestions } from '#contract/sections.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import type { TextPlace } from '#domain/surveys/text-places.ts'
import type { Localized } from '#domain/surveys/survey.ts'

export type Kind = 'section' | 'question' | 'answer'
/** A section, a question or an option. */
export interface Part {
  kind: Kind
  id: number
}
export type TextField = TextPlace['field']

/** Places among siblings; equal positions come in the order of their ids (contract/answers.ts). */
export interface Placed {
  id: number
  position: number
}

export function inOrder<T extends Placed>(rows: readonly T[]): T[] {
  return rows.toSorted((a, b) => a.position - b.position || a.id - b.id)
}

export function questionsIn({ sections }: Pick<SurveyDetail, 'sections'>): QuestionWithAnswers[] {
  return sections.flatMap((section) => section.questions)
}

/** "q7: How deep is the well?" */
export function questionName({ code, text }: Pick<Question, 'code' | 'text'>, language: string): string {
  return `${code}: ${plainIn(text, language)}`
}

export type PartRow = SectionWithQuestions | QuestionWithAnswers | Answer

export function rowOf(survey: SurveyDetail, { kind, id }: Part): PartRow | undefined {
  if (kind === 'section') return survey.sections.find((section) => section.id === id)
  const questions = questionsIn(survey)
  if (kind === 'question') return questions.find((question) => question.id === id)
  return questions.flatMap((question) => question.answers).find((answer) => answer.id === id)
}

/** The siblings of a part in their order, and the id of what they belong to. */
export function siblingsOf(survey: SurveyDetail, part: Part): { parent: number; ids: number[] } {
  if (part.kind === 'section') return { parent: survey.id, ids: idsOf(survey.sections) }
  const row = rowOf(survey, part)
  if (part.kind === 'question') {
    const section = survey.sections.find(({ id }) => id === (row as Question | undefined)?.sectionId)
    return { parent: section?.id ?? 0, ids: idsOf(section?.questions ?? []) }
  }
  const question = questionsIn(survey).find(({ id }) => id === (row as Answer | undefined)?.questionId)
  return { parent: question?.id ?? 0, ids: idsOf(question?.answers ?? []) }
}

function idsOf(rows: readonly Placed[]): number[] {
  return inOrder(rows).map(({ id }) => id)
}

/** The order with one id at another place, counted from 0 among the others. */
export function orderWith(ids: readonly number[], id: number, at: number): number[] {
  return ids.filter((other) => other !== id).toSpliced(at, 0, id)
}

/** The texts of a row by a field that it has. */
export function textsOf(row: PartRow, field: TextField): Localized {
  return (row as Partial<Record<TextField, Localized | null>>)[field] ?? {}
}

/** The same content with a row as the server answered it; a question may have gone to another section. */
export function withRow(
  survey: SurveyDetail,
  kind: Kind,
  row: Section | Question | QuestionWithAnswers | Answer,
): SurveyDetail {
  const fresh = <T extends { id: number }>(rows: readonly T[]) =>
    rows.map((old) => (old.id === row.id ? { ...old, ...pick(row, old) } : old))
  const questionsOf = ({ id, questions }: SectionWithQuestions): QuestionWithAnswers[] => {
    if (kind === 'answer')
      return questions.map((question) =>
        question.id === (row as Answer).questionId ? { ...question, answers: fresh(question.answers) } : question,
      )
    const known = survey.sections.flatMap((section) => section.questions).find((question) => question.id === row.id)
    const others = questions.filter((question) => question.id !== row.id)
    if (!known || (row as Question).sectionId !== id) return others.length < questions.length ? others : questions
    return inOrder([...others, { ...known, ...pick(row, known) }])
  }
  const sections =
    kind === 'section'
      ? inOrder(fresh(survey.sections))
      : survey.sections.map((section) => {
          const questions = questionsOf(section)
          return questions === section.questions ? section : { ...section, questions }
        })
  return { ...survey, sections, changedSincePublish: true }
}

/** The same content with a new section behind another one, else at the end. */
export function withSection(survey: SurveyDetail, section: Section, after: number | undefined): SurveyDetail {
  const at = survey.sections.findIndex(({ id }) => id === after) + 1 || survey.sections.length
  const made = { ...section, questions: [] }
  return { ...survey, sections: survey.sections.toSpliced(at, 0, made), changedSincePublish: true }
}

/** The same content with a new question before another one, else at the end of its section. */
export function withQuestion(survey: SurveyDetail, question: Question, before: number | undefined): SurveyDetail {
  const sections = survey.sections.map((section) => {
    if (section.id !== question.sectionId) return section
    const { questions } = section
    const at = questions.findIndex(({ id }) => id === before)
    const made = { ...question, answers: [] }
    return { ...section, questions: questions.toSpliced(at < 0 ? questions.length : at, 0, made) }
  })
  return { ...survey, sections, questionCount: survey.questionCount + 1, changedSincePublish: true }
}

/** The same content with more options of a question. */
export function withOptions(survey: SurveyDetail, questionId: number, made: readonly Answer[]): SurveyDetail {
  const question = questionsIn(survey).find(({ id }) => id === questionId)
  return question ? withRow(survey, 'question', { ...question, answers: [...question.answers, ...made] }) : survey
}

/** Of the answered row only what the content has of it: lists have names besides. */
function pick<T extends object>(row: object, known: T): Partial<T> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name in known)) as Partial<T>
}
