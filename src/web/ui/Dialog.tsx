/** A question or a form over the page: `<Dialog title="Delete?" dismissal="Cancel" onClose={close}>…</Dialog>`. */
import { CloseOutlined } from '@ant-design/icons'
import { type ReactNode, useId } from 'react'
import { useText } from '../i18n/text.ts'
import { Button } from './Button.tsx'
import { takeFocus } from './focus.ts'
import { IconButton } from './IconButton.tsx'
import { Modal } from './Modal.tsx'
import './dialog.css'

interface DialogProps {
  title: string
  size?: 'small' | 'medium' | 'large' | 'wide'
  /** Undefined: the only way on is in the footer. */
  onClose: (() => void) | undefined
  /** Something is under way that closing would cut off. */
  busy?: boolean
  /** What a press beside it does: where there is nothing to lose it closes. */
  beside?: 'stays' | 'closes'
  /** What the button says that does nothing but close it. */
  dismissal?: string
  /** The buttons after it. */
  footer?: ReactNode
  children: ReactNode
}

export function Dialog(props: DialogProps) {
  const { title, size = 'small', onClose, busy = false, beside = 'stays', dismissal, footer, children } = props
  const t = useText()
  const id = useId()
  const close = busy ? undefined : onClose
  return (
    <Modal
      className="dialog"
      aria-labelledby={id}
      onClose={close}
      onClick={({ target, currentTarget }) => beside === 'closes' && target === currentTarget && close?.()}
    >
      <div className="dialog-sheet" data-size={size}>
        <header className="dialog-head">
          <h2 id={id}>{title}</h2>
          {close && <IconButton label={t('action.close')} icon={<CloseOutlined />} onClick={close} />}
        </header>
        {children}
        {(dismissal ?? footer) && (
          <footer className="dialog-foot">
            {dismissal !== undefined && (
              <Button key={dismissal} ref={beginHere} disabled={busy} onClick={onClose}>
                {dismissal}
              </Button>
            )}
            {footer}
          </footer>
        )}
      </div>
    </Modal>
  )
}

/**
 * The keyboard begins where nothing is done: the Enter key that opened the dialog confirms nothing. A field that has to
 * be filled in comes first. Under other words the button takes the keyboard again, as those beside it are others then.
 */
function beginHere(button: HTMLElement | null): void {
  const wanted = button?.closest('dialog')?.querySelector<HTMLElement>('[aria-required=true]')
  takeFocus(wanted ?? button)
}
