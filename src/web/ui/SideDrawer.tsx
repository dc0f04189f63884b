/** One record beside the list. A press beside it closes it, too. */
import { CloseOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { IconButton } from './IconButton.tsx'
import { Modal } from './Modal.tsx'
import './side-drawer.css'

interface SideDrawerProps {
  title: string
  /** Why it may not be closed now; undefined: it may. */
  held?: string | undefined
  /** The screen beside it stays in use. */
  beside?: boolean
  onClose: () => void
  children: ReactNode
}

export function SideDrawer({ title, held, beside = false, onClose, children }: SideDrawerProps) {
  const t = useText()
  const isHeld = held !== undefined
  const inside = (
    <>
      <header className="side-drawer-head">
        <h2>{title}</h2>
        <IconButton label={t('action.close')} icon={<CloseOutlined />} refusal={held} onClick={onClose} />
      </header>
      {children}
    </>
  )
  if (beside) {
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, as it closes dialogs
      <aside className="side-drawer beside" aria-label={title} onKeyDown={({ key }) => key === 'Escape' && onClose()}>
        {inside}
      </aside>
    )
  }
  return (
    <Modal
      className="side-drawer"
      aria-label={title}
      closedby={isHeld ? 'none' : 'any'}
      onClose={isHeld ? undefined : onClose}
    >
      {inside}
    </Modal>
  )
}
