/** Skip rules on a sheet of their own: forms have none, and the conditions made of them do not say them exactly. */
import { questionsOf, type SkipRule, skipActions, skipOperators, type SurveyContent } from '#domain/surveys/survey.ts'
import type { Cells } from './question-cells.ts'
import type { FormSheet } from './sheets.ts'

export const skipColumns = ['from', 'operator', 'value', 'option', 'action', 'target', 'priority'] as const

export function skipRows(content: SurveyContent): Cells[] {
  const questions = questionsOf(content)
  const codeOf = (id: number | null) => questions.find((question) => question.id === id)?.code ?? ''
  return (content.skips ?? []).map((rule) => {
    const from = questions.find(({ id }) => id === rule.fromQuestionId)
    const section = content.sections.findIndex(({ id }) => id === rule.target)
    const target = rule.action === 'JUMP_TO_SECTION' ? String(section + 1) : codeOf(rule.target)
    const cells: Cells = new Map([
      ['from', from?.code ?? ''],
      ['operator', rule.operator],
      ['value', rule.value === null ? '' : JSON.stringify(rule.value)],
      ['option', from?.answers.find(({ id }) => id === rule.answerId)?.code ?? ''],
      ['action', rule.action],
      ['target', rule.action === 'END' ? '' : target],
      ['priority', String(rule.priority)],
    ])
    return new Map([...cells].filter(([, text]) => text !== ''))
  })
}

/** The rules of a sheet over a content; the rows that make none. */
export function readSkips(
  sheet: FormSheet | undefined,
  content: SurveyContent,
): { skips: SkipRule[]; unfit: number[] } {
  const unfit: number[] = []
  const byCode = new Map(questionsOf(content).map((question) => [question.code, question]))
  const skips = (sheet?.rows ?? []).flatMap(({ row, cells }, index): SkipRule[] => {
    const from = byCode.get(cells.get('from') ?? '')
    const operator = skipOperators.find((each) => each === cells.get('operator'))
    const action = skipActions.find((each) => each === cells.get('action'))
    const word = cells.get('target') ?? ''
    const target = action === 'JUMP_TO_SECTION' ? content.sections[Number(word) - 1]?.id : byCode.get(word)?.id
    const option = cells.get('option')
    const answerId = from?.answers.find(({ code }) => code === option)?.id ?? null
    const value = valueOf(cells.get('value'))
    const isBroken = !from || !operator || !action || (action !== 'END' && target === undefined) || value === undefined
    if (isBroken || (option !== undefined && answerId === null)) {
      unfit.push(row)
      return []
    }
    const priority = Math.min(1000, Math.max(1, Math.trunc(Number(cells.get('priority') ?? 1)) || 1))
    return [
      { id: index + 1, fromQuestionId: from.id, operator, value, answerId, action, target: target ?? null, priority },
    ]
  })
  return { skips, unfit }
}

function isWord(each: unknown): boolean {
  return typeof each === 'number' || (typeof each === 'string' && each.length <= 200)
}

/** Null without a value, undefined for a text that is no value. */
function valueOf(text: string | undefined): SkipRule['value'] | undefined {
  if (text === undefined) return null
  try {
    const value: unknown = JSON.parse(text)
    return [value].flat().every(isWord) ? (value as SkipRule['value']) : undefined
  } catch {
    return undefined
  }
}
