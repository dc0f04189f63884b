import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Note } from '../../../ui/Note.tsx'
import { useWork } from '../../../ui/use-work.ts'
import './reports.css'

interface SaveDialogProps {
  title: string
  size: 'medium' | 'large'
  /** What is wrong with what is filled in; undefined: it may be saved. */
  problem: string | undefined
  onSave: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** A form that closes when it is saved, and else stays with the reason. */
export function SaveDialog({ title, size, problem, onSave, onClose, children }: SaveDialogProps) {
  const t = useText()
  const { busy, error, run } = useWork()
  const [isTried, setTried] = useState(false)

  function save(event: SubmitEvent) {
    event.preventDefault()
    setTried(true)
    if (problem === undefined) void run(() => onSave().then(onClose))
  }

  return (
    <Dialog title={title} size={size} onClose={onClose}>
      <form className="save-dialog" noValidate onSubmit={save}>
        {children}
        {isTried && problem !== undefined ? <Note tone="danger">{problem}</Note> : <ErrorNote error={error} />}
        <div className="dialog-foot">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button look="primary" type="submit" loading={busy}>
            {t('action.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
