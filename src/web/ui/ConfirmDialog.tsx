/**
 * Asks before something is done, and stays with the reason when it is refused. `run` closes it by `onClose` when nothing
 * more is to be said; with a result to look at the caller passes `footer` and shows it instead.
 */
import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { Button } from './Button.tsx'
import { DismissButton } from './DismissButton.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import { useReturnFocus } from './use-return-focus.ts'

interface ConfirmDialogProps {
  title: string
  /** What the button says; undefined: there is nothing to confirm, only to close. */
  action: string | undefined
  /** What the other button says; Cancel unless said, Close when there is no action. */
  dismissal?: string | undefined
  danger: 'danger' | 'plain'
  width?: number
  /** What it throws is shown. */
  run: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, danger, width = 480, run, onClose, children } = props
  useReturnFocus()
  const t = useText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const isAsking = action !== undefined
  const { dismissal = t(isAsking ? 'action.cancel' : 'action.close') } = props

  async function act() {
    setBusy(true)
    setError(undefined)
    try {
      await run()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={title}
      width={width}
      scrollLock={false}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <DismissButton key={String(isAsking)} onClick={onClose}>
            {dismissal}
          </DismissButton>
          {isAsking && (
            <Button
              look="primary"
              tone={danger === 'danger' ? 'danger' : undefined}
              loading={busy}
              onClick={() => void act()}
            >
              {action}
            </Button>
          )}
        </>
      }
    >
      <ErrorNote error={error} />
      {children}
    </Modal>
  )
}
