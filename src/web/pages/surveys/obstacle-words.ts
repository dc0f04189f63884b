/** Problems of publishing in words. */
import type { SurveyDetail } from '#contract/surveys.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import type { FieldProblem } from '#domain/problems.ts'
import { useProblemText } from '../../i18n/problem-text.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { useText, useTextOr } from '../../i18n/text.ts'
import type { SectionWithQuestions } from '#contract/sections.ts'
import type { QuestionWithAnswers } from '#contract/questions.ts'

interface ObstacleWords {
  /** "Household › hh_size How many people live here?" */
  place: (problem: FieldProblem) => string
  /** "It has no options yet." */
  what: (problem: FieldProblem) => string
}

export function useObstacleWords({ sections }: SurveyDetail): ObstacleWords {
  const t = useText()
  const textOr = useTextOr()
  const problemText = useProblemText()

  function place({ path }: FieldProblem): string {
    const { section, question, field } = obstaclePlace(path, sections)
    if (!section) return path === 'sections' ? t('surveys.tab.content') : textOr(`surveys.field.${field}`, field)
    const title = plainIn(section.title, currentLocale())
    return question ? `${title} › ${question.code} ${plainIn(question.text, currentLocale())}` : title
  }

  function what(problem: FieldProblem): string {
    const { section, question, field } = obstaclePlace(problem.path, sections)
    const general = problemText(problem)
    if (problem.code === 'TOO_FEW') return textOr(`surveys.obstacle.no.${field}`, general)
    if (!section || field === '') return general
    const name = textOr(`questions.field.${field.replace(/\[\d+\]/g, '')}`, '')
    return question && name ? `${name}: ${general}` : general
  }

  return { place, what }
}

/** The place of a problem of publishing: `sections[0].questions[2].answers` as section, question and the rest. */
interface ObstaclePlace {
  section?: SectionWithQuestions
  question?: QuestionWithAnswers
  /** The rest of the path: `answers`, `validation.min`; '' when the thing as a whole is meant. */
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
