import type { ReactNode } from 'react'
import type { QuestionWithAnswers } from '#contract/questions.ts'
import { useFormat, useText } from '../../../i18n/text.ts'

/** Type, bounds and flags of a question in a line. */
export function QuestionMarks({ question, children }: { question: QuestionWithAnswers; children: ReactNode }) {
  const t = useText()
  const bounds = useBounds(question)
  return (
    <div className="content-marks">
      <span className="content-mark">{t(`questions.type.${question.type}`)}</span>
      {bounds && <span className="content-mark">{bounds}</span>}
      {(['personal', 'identifying', 'filterable'] as const)
        .filter((flag) => question[flag])
        .map((flag) => (
          <span key={flag} className="content-mark">
            {t(`questions.field.${flag}`)}
          </span>
        ))}
      {children}
    </div>
  )
}

function useBounds({ validation: { min, max, maxLength } }: QuestionWithAnswers): string | undefined {
  const t = useText()
  const { number } = useFormat()
  if (maxLength !== undefined) return t('questions.upToCharacters', { count: maxLength })
  if (min !== undefined && max !== undefined) return `${number(min)} – ${number(max)}`
  if (min !== undefined) return `≥ ${number(min)}`
  return max === undefined ? undefined : `≤ ${number(max)}`
}
