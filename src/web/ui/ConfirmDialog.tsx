/**
 * Asks before something is done, and stays with the reason when it is refused. `run` closes it by `onClose` when there
 * is no result to show. Otherwise the caller passes `footer` and shows the result instead.
 */
import type { ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import { useWork } from './use-work.ts'

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
  const work = useWork()
  const isAsking = action !== undefined
  const { dismissal = t(isAsking ? 'action.cancel' : 'action.close') } = props

  return (
    <Dialog
      title={title}
      size={size}
      onClose={onClose}
      dismissal={dismissal}
      footer={
        isAsking && (
          <Button
            look="primary"
            tone={danger === 'danger' ? 'danger' : undefined}
            loading={work.busy}
            onClick={() => void work.run(run)}
          >
            {action}
          </Button>
        )
      }
    >
      <ErrorNote error={work.error} />
      {children}
    </Dialog>
  )
}
