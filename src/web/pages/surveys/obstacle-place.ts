/** The place of a problem of publishing: `sections[0].questions[2].answers` as section, question and the rest. */
import type { SectionWithQuestions } from '#contract/sections.ts'
import type { QuestionWithAnswers } from '#contract/questions.ts'

export interface ObstaclePlace {
  section?: SectionWithQuestions
  question?: QuestionWithAnswers
  /** The remaining path: `answers`, `validation.min`; '' when the thing as a whole is meant. */
  field: string
}

const pattern = /^sections\[(\d+)\](?:\.questions\[(\d+)\])?\.?(.*)$/

export function obstaclePlace(path: string, sections: readonly SectionWithQuestions[]): ObstaclePlace {
  const match = pattern.exec(path)
  const section = sections[Number(match?.[1])]
  if (!match || !section) return { field: path }
  const question = match[2] === undefined ? undefined : section.questions[Number(match[2])]
  return { section, field: match[3] ?? '', ...(question ? { question } : {}) }
}
