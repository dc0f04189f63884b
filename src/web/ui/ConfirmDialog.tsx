/**
 * Asks before something is done, and stays with the reason when it is refused. `run` closes it by `onClose` when there
 * is no result to show. Otherwise the caller passes `footer` and shows the result instead.
 */
import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { DismissButton } from './DismissButton.tsx'
import { ErrorNote } from './ErrorNote.tsx'

interface ConfirmDialogProps {
  title: string
  /** What the button says; undefined: there is nothing to confirm, only to close. */
  action: string | undefined
  /** What the other button says; Cancel unless said, Close when there is no action. */
  dismissal?: string | undefined
  danger: 'danger' | 'plain'
  size?: 'small' | 'medium'
  /** What it throws is shown. */
  run: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, danger, size = 'small', run, onClose, children } = props
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
    <Dialog
      title={title}
      size={size}
      onClose={onClose}
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
    </Dialog>
  )
}
