/** The content of a survey as the builder holds it: what is where, and the same content with one thing changed. Pure. */
import type { Answer } from '#contract/answers.ts'
import type { Question, QuestionWithAnswers } from '#contract/questions.ts'
import type { Section, SectionWithQuestions } from '#contract/sections.ts'
import type { Survey, SurveyDetail } from '#contract/surveys.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import type { TextPlace } from '#domain/surveys/text-places.ts'
import type { Notice } from '#domain/surveys/notices.ts'
import type { Localized } from '#domain/surveys/survey.ts'

export type Kind = 'section' | 'question' | 'answer'
/** A section, a question or an option. */
export interface Part {
  kind: Kind
  id: number
}
/** What has texts: a part, the survey, or a kept text that it uses. */
export interface TextOwner {
  kind: Kind | 'survey' | 'notice'
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

export function rowOf(survey: SurveyDetail, part: Part): PartRow | undefined
export function rowOf(survey: SurveyDetail, owner: TextOwner): PartRow | SurveyDetail | Notice | undefined
export function rowOf(survey: SurveyDetail, { kind, id }: TextOwner): PartRow | SurveyDetail | Notice | undefined {
  if (kind === 'survey') return survey
  if (kind === 'notice') return Object.values(survey.notices ?? {}).find((notice) => notice?.id === id)
  if (kind === 'section') return survey.sections.find((section) => section.id === id)
  const questions = questionsIn(survey)
  if (kind === 'question') return questions.find((question) => question.id === id)
  return questions.flatMap((question) => question.answers).find((answer) => answer.id === id)
}

/** The siblings of a part in their order, and the id of what they belong to. */
export function siblingsOf(survey: SurveyDetail, { kind, id }: Part): { parent: number; ids: number[] } {
  const families: { id: number; rows: readonly Placed[] }[] = {
    section: () => [{ id: survey.id, rows: survey.sections }],
    question: () => survey.sections.map((section) => ({ id: section.id, rows: section.questions })),
    answer: () => questionsIn(survey).map((question) => ({ id: question.id, rows: question.answers })),
  }[kind]()
  const family = families.find(({ rows }) => kind === 'section' || rows.some((row) => row.id === id))
  return { parent: family?.id ?? 0, ids: inOrder(family?.rows ?? []).map((row) => row.id) }
}

/** The order with one id at another place, counted from 0 among the others. */
export function orderWith(ids: readonly number[], id: number, at: number): number[] {
  return ids.filter((other) => other !== id).toSpliced(at, 0, id)
}

/** The texts of a row by a field that it has. */
export function textsOf(row: PartRow | SurveyDetail | Notice, field: TextField): Localized {
  const { texts, validation } = row as { texts?: object; validation?: object }
  return ({ ...row, ...texts, ...validation } as Partial<Record<TextField, Localized | null>>)[field] ?? {}
}

/** The same content with a row as the server answered it: changed, new, or gone to another section. */
export function withRow(
  survey: SurveyDetail,
  kind: TextOwner['kind'],
  row: Section | Question | Answer | Survey,
): SurveyDetail {
  if (kind === 'survey') return { ...survey, ...pick(row, survey) }
  if (kind === 'notice') {
    const notices = Object.entries(survey.notices ?? {}).map(([place, notice]) => {
      return [place, notice?.id === row.id ? { ...notice, ...pick(row, notice) } : notice]
    })
    return { ...survey, notices: Object.fromEntries(notices), changedSincePublish: true }
  }
  const known = rowOf(survey, { kind, id: row.id })
  const whole = known
    ? { ...known, ...pick(row, known) }
    : { ...row, [kind === 'section' ? 'questions' : 'answers']: [] }
  const put = <Row extends Placed>(rows: Row[], isHere = true): Row[] => {
    const others = rows.filter(({ id }) => id !== row.id)
    if (isHere) return inOrder([...others, whole as unknown as Row])
    return others.length < rows.length ? others : rows
  }
  const inSection = (section: SectionWithQuestions): SectionWithQuestions => {
    const questions =
      kind === 'question'
        ? put(section.questions, section.id === (row as Question).sectionId)
        : section.questions.map((question) =>
            question.id === (row as Answer).questionId ? { ...question, answers: put(question.answers) } : question,
          )
    return questions === section.questions ? section : { ...section, questions }
  }
  const sections = kind === 'section' ? put(survey.sections) : survey.sections.map(inSection)
  const questionCount = survey.questionCount + (kind === 'question' && !known ? 1 : 0)
  return { ...survey, sections, questionCount, changedSincePublish: true }
}

/** Of the answered row only what the content has of it: lists have names besides. */
function pick<T extends object>(row: object, known: T): Partial<T> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name in known)) as Partial<T>
}
