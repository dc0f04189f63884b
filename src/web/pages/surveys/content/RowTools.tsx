import { DeleteOutlined, EditOutlined, HolderOutlined, MoreOutlined } from '@ant-design/icons'
import type { KeyboardEvent } from 'react'
import { useText } from '../../../i18n/text.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import { useContent } from './content-context.ts'
import { duplicate } from './edits.ts'
import type { Part } from './survey-parts.ts'
import { useMoves } from './use-moves.ts'

interface RowToolsProps extends Part {
  label: string
  firstVersion: number | null
}

/** Grip, details and menu of a section, a question or an option alike. */
export function RowTools({ kind, id, label, firstVersion }: RowToolsProps) {
  const t = useText()
  const { canWrite, openForm, remove, builder, attempt } = useContent()
  const moves = useMoves()
  if (!canWrite) return null
  const part = { kind, id }
  const copy = {
    key: 'copy',
    text: t('surveys.duplicate'),
    act: () => {
      const what = t('surveys.did.duplicate', { label })
      attempt(async () => {
        await duplicate(builder, id, what)
        return what
      })
    },
  }
  return (
    <span className="row-tools">
      <span className="row-grip" draggable data-drag={`${kind}-${id}`} title={t('surveys.drag')}>
        <HolderOutlined />
      </span>
      <IconButton
        label={t('surveys.editThing', { label })}
        icon={<EditOutlined />}
        onClick={() => openForm(`${kind}:${id}`, '')}
      />
      <IconButton
        label={t('surveys.deleteThing', { label })}
        icon={<DeleteOutlined />}
        tone="danger"
        onClick={() => remove(part, label, firstVersion)}
      />
      <MenuButton
        label={t('surveys.moreOf', { label })}
        icon={<MoreOutlined />}
        entries={() => [
          { key: 'up', text: t('surveys.moveUp'), act: () => moves.by(part, label, -1) },
          { key: 'down', text: t('surveys.moveDown'), act: () => moves.by(part, label, 1) },
          ...(kind === 'question' ? [copy, ...moves.intoSections(part, label)] : []),
        ]}
      />
    </span>
  )
}

/** Alt with an arrow moves the row that has the focus, without reaching for its buttons. */
export function useMoveKeys(part: Part, label: string) {
  const { canWrite } = useContent()
  const moves = useMoves()
  return (event: KeyboardEvent) => {
    if (!canWrite || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    // An option is inside its question, a question inside its section: the innermost moves.
    event.stopPropagation()
    moves.by(part, label, event.key === 'ArrowUp' ? -1 : 1)
  }
}
