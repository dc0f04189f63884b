/** A question or a form over the page: `<Dialog title="Delete?" onClose={close} footer={buttons}>…</Dialog>`. */
import { CloseOutlined } from '@ant-design/icons'
import { type ReactNode, useId } from 'react'
import { useText } from '../i18n/text.ts'
import { IconButton } from './IconButton.tsx'
import { Modal } from './Modal.tsx'
import './dialog.css'

interface DialogProps {
  title: string
  size?: 'small' | 'medium' | 'large' | 'wide'
  /** Undefined: it may not be closed now. */
  onClose: (() => void) | undefined
  /** What a press beside it does: where there is nothing to lose it closes. */
  beside?: 'stays' | 'closes'
  /** The buttons, the one that changes nothing first. */
  footer?: ReactNode
  children: ReactNode
}

export function Dialog({ title, size = 'small', onClose, beside = 'stays', footer, children }: DialogProps) {
  const t = useText()
  const id = useId()
  return (
    <Modal
      className="dialog"
      aria-labelledby={id}
      onClose={onClose}
      onClick={({ target, currentTarget }) => beside === 'closes' && target === currentTarget && onClose?.()}
    >
      <div className="dialog-sheet" data-size={size}>
        <header className="dialog-head">
          <h2 id={id}>{title}</h2>
          {onClose && <IconButton label={t('action.close')} icon={<CloseOutlined />} onClick={onClose} />}
        </header>
        {children}
        {footer && <footer className="dialog-foot">{footer}</footer>}
      </div>
    </Modal>
  )
}
