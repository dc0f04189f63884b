/** Options as their look lays them out: one below the other, in columns, as a scale, or as the row of a table. */
import type { CSSProperties, ReactNode } from 'react'
import { columnsOf, type Look, looksOf } from '#domain/surveys/appearances.ts'
import type { Question } from '#domain/surveys/survey.ts'

const classes: Partial<Record<Look, string>> = {
  likert: 'q-likert',
  columns: 'q-columns',
  compact: 'q-columns',
  horizontal: 'q-columns',
  list: 'q-cells',
  label: 'q-cells',
  'list-nolabel': 'q-cells q-wordless',
}

/** Whether it is a row of a table: its text is in front of its options. */
export function isRow(question: Question): boolean {
  return layoutOf(question).includes('q-cells')
}

function layoutOf(question: Question): string {
  const [look] = [...looksOf(question)].filter((each) => each in classes)
  return look ? (classes[look] ?? '') : question.type === 'RATING' ? 'q-rating' : ''
}

export function Options({ question, children }: { question: Question; children: ReactNode }) {
  const columns = columnsOf(question)
  const style = (columns ? { '--columns': columns, '--least': '0' } : {}) as CSSProperties
  return (
    <div className={`q-options ${layoutOf(question)}`} style={style}>
      {children}
    </div>
  )
}
