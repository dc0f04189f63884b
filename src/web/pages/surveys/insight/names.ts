/** What the sides of a crossing and their groups are called. */
import type { AnswerColumn } from '#contract/answer-filter.ts'
import { crossFacts, type Group } from '#contract/insight.ts'
import type { FigureView } from '#contract/reports.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import { useLocale } from '../../../i18n/locale.ts'
import { useFormat, useText, useTextOr } from '../../../i18n/text.ts'

/** Beside what the server knows: the same days of the period before. */
export const periodBefore = '@before'

export function isCrossed({ type, repeats }: Pick<AnswerColumn, 'type' | 'repeats'>): boolean {
  return !repeats && !['PLACES', 'TEXTS', 'COUNT'].includes(traitsOf(type).chart)
}

export function useNames(questions: readonly AnswerColumn[]) {
  const t = useText()
  const textOr = useTextOr()
  const format = useFormat()
  const locale = useLocale()
  const number = (value: number) => format.number(Math.round(value * 100) / 100)

  function axisName(axis: string): string {
    if (axis.startsWith('@')) return textOr(`insight.by.${axis.slice(1)}`, axis)
    const question = questions.find(({ code }) => code === axis)
    return question ? plainIn(question.text, locale) : axis
  }

  function groupName(axis: string, { kind, key, text, name, bin }: Group): string {
    if (kind !== 'VALUE') return t(kind === 'REST' ? 'insight.rest' : 'insight.blank')
    if (bin) return bin.from === bin.to ? number(bin.from) : `${number(bin.from)} – ${number(bin.to)}`
    if (text) return plainIn(text, locale)
    if (name !== null) return name
    if (key !== null && /^\d{4}-\d\d$/.test(key)) return format.month(key)
    if (key === 'yes' || key === 'no') return t(`list.${key}`)
    return textOr(`responses.${axis.slice(1)}.${key}`, key ?? '')
  }

  function viewName({ rows, by }: Pick<FigureView, 'rows' | 'by'>): string {
    return by === undefined ? axisName(rows) : t('insight.crossOf', { rows: axisName(rows), by: axisName(by) })
  }

  /** Those that another question may be compared by, for a choice of one. */
  const sides = (isFit: (question: AnswerColumn) => boolean = () => true) => [
    {
      label: t('insight.facts'),
      options: crossFacts.map((fact) => ({ value: `@${fact}`, label: t(`insight.by.${fact}`) })),
    },
    {
      label: t('insight.questions'),
      options: questions
        .filter((question) => isCrossed(question) && isFit(question))
        .map(({ code }) => ({ value: code, label: axisName(code) })),
    },
  ]

  return { axisName, groupName, viewName, sides }
}
export type Names = ReturnType<typeof useNames>
