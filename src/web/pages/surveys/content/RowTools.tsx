import { DeleteOutlined, EditOutlined, HolderOutlined, MoreOutlined } from '@ant-design/icons'
import type { KeyboardEvent, ReactNode } from 'react'
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
  const copy = () =>
    attempt(async () => {
      const what = t('surveys.did.duplicate', { label })
      await duplicate(builder, id, what)
      return what
    })
  const ofQuestion = () => [
    { key: 'copy', text: t('surveys.duplicate'), act: copy },
    ...moves.intoSections(part, label),
  ]
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
          ...(kind === 'question' ? ofQuestion() : []),
        ]}
      />
    </span>
  )
}

interface RowProps extends Part {
  label: string
  className: string
  children: ReactNode
}

/** A row that Alt with an arrow moves while it has the focus, without reaching for its buttons. */
export function Row({ kind, id, label, className, children }: RowProps) {
  const { canWrite } = useContent()
  const moves = useMoves()
  const name = `${kind}-${id}`

  function press(event: KeyboardEvent) {
    if (!canWrite || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    // An option is inside its question, a question inside its section: the innermost moves.
    event.stopPropagation()
    moves.by({ kind, id }, label, event.key === 'ArrowUp' ? -1 : 1)
  }

  // The heading of a section takes the focus for it.
  const own = kind === 'section' ? {} : { id: name, tabIndex: -1 }
  return (
    // The menu of each row has what the keys do.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li className={className} data-row={name} {...own} onKeyDown={press}>
      {children}
    </li>
  )
}
