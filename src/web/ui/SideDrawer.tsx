/** One record beside the list: a native dialog, which keeps the focus, closes on Escape and gives the focus back. */
import { CloseOutlined } from '@ant-design/icons'
import { ConfigProvider } from 'antd'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useText } from '../i18n/text.ts'
import { IconButton } from './IconButton.tsx'
import './side-drawer.css'

interface SideDrawerProps {
  title: string
  /** Why it may not be closed now; undefined: it may. */
  held?: string | undefined
  onClose: () => void
  children: ReactNode
}

export function SideDrawer({ title, held, onClose, children }: SideDrawerProps) {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Closing, not vanishing, is what gives the focus back.
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="side-drawer"
      aria-label={title}
      closedby={held === undefined ? 'any' : 'none'}
      onCancel={(event) => {
        event.preventDefault()
        if (held === undefined) onClose()
      }}
    >
      {/* What antd lets float would lie under a modal dialog, unless it lies inside. */}
      <ConfigProvider getPopupContainer={() => dialog.current ?? document.body}>
        <header className="side-drawer-head">
          <h2>{title}</h2>
          <IconButton label={t('action.close')} icon={<CloseOutlined />} refusal={held} onClick={onClose} />
        </header>
        {children}
      </ConfigProvider>
    </dialog>
  )
}
