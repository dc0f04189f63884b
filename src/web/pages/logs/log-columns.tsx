import type { LogRow } from '#contract/logs.ts'
import { useTextOr } from '../../i18n/text.ts'
import { column, text } from '../../list/columns.tsx'
import { Action, Actor, ExactTime } from '../../history/action-words.tsx'

export const logColumns = [
  column('at', ({ at }: LogRow) => <ExactTime iso={at} />),
  column('actor', (row: LogRow) => <Actor row={row} />),
  { ...column('action', (row: LogRow) => <Action action={row.action} />), grows: true as const },
  column('subject', (row: LogRow) => <Subject row={row} />),
  text('address'),
]

export function Subject({ row: { subjectType, subjectId, subjectName } }: { row: LogRow }) {
  const textOr = useTextOr()
  const type = textOr(`logs.subject.${subjectType}`, subjectType)
  const words = subjectId === null ? type : `${type} ${subjectId}`
  if (subjectName === null) return words
  return (
    <span className="deed-actor">
      {subjectName}
      <small>{words}</small>
    </span>
  )
}
