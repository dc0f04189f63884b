import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons'
import type { KeyboardEvent } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { removalRefusal } from '#domain/survey-rules.ts'
import { useText } from '../../../i18n/text.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useContent } from './content-context.ts'
import type { Placed } from './positions.ts'

interface RowToolsProps {
  kind: 'section' | 'question' | 'answer'
  row: Placed & { firstVersion: number | null }
  label: string
  siblings: readonly Placed[]
  index: number
  resource: { update: Endpoint; remove: Endpoint; removeMany: Endpoint }
}

/** Up, down, edit, delete: of a section, a question or an option alike. */
export function RowTools({ kind, row, label, siblings, index, resource }: RowToolsProps) {
  const t = useText()
  const { canWrite, move, openForm, remove } = useContent()
  if (!canWrite) return null
  const moveBy = (by: -1 | 1) => move({ update: resource.update, siblings, index, by, label })
  const fixed = removalRefusal(row) && t('surveys.fixedSince', { version: row.firstVersion })
  return (
    <span className="row-tools">
      <IconButton
        label={t('surveys.moveUp', { label })}
        icon={<ArrowUpOutlined />}
        refusal={index === 0 ? t('surveys.isFirst') : undefined}
        onClick={() => moveBy(-1)}
      />
      <IconButton
        label={t('surveys.moveDown', { label })}
        icon={<ArrowDownOutlined />}
        refusal={index === siblings.length - 1 ? t('surveys.isLast') : undefined}
        onClick={() => moveBy(1)}
      />
      <IconButton
        label={t('surveys.editThing', { label })}
        icon={<EditOutlined />}
        onClick={() => openForm(`${kind}:${row.id}`)}
      />
      <IconButton
        label={t('surveys.deleteThing', { label })}
        icon={<DeleteOutlined />}
        tone="danger"
        refusal={fixed}
        onClick={() => remove({ id: row.id, label, resource })}
      />
    </span>
  )
}

/** Alt with an arrow moves the row that has the focus, without reaching for its buttons. */
export function useMoveKeys({ resource, siblings, index, label }: Omit<RowToolsProps, 'kind' | 'row'>) {
  const { canWrite, move } = useContent()
  return (event: KeyboardEvent) => {
    if (!canWrite || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    // An option is inside its question, a question inside its section: the innermost moves.
    event.stopPropagation()
    move({ update: resource.update, siblings, index, by: event.key === 'ArrowUp' ? -1 : 1, label })
  }
}
