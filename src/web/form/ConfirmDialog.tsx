/**
 * Asks before something is done, with the fields that it needs. Refused, it stays, and the keyboard goes to the first
 * field that is wrong.
 */
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useProblemText } from '../i18n/problem-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { useProblemFocus } from '../ui/focus.ts'
import { Note } from '../ui/Note.tsx'
import { toast } from '../ui/toasts.ts'
import { useWork } from '../ui/use-work.ts'
import { ProblemsContext } from './form-context.ts'
import './form.css'

interface ConfirmDialogProps {
  title: string
  /** What the button says; undefined: there is nothing to confirm, only to close. */
  action: string | undefined
  /** What the other button says; Cancel unless said, Close when there is no action. */
  dismissal?: string | undefined
  danger?: boolean
  size?: 'small' | 'medium' | 'large'
  /** Names of fields that are still to be filled in: said when the user goes on all the same. */
  missing?: readonly string[]
  /** What is wrong with all of it together: it is said when the user goes on all the same. */
  problem?: string | undefined
  /** What it throws is shown. False: it stays open, as there is more to show. A text is said when it closes. */
  run: () => Promise<string | boolean | void>
  /** How a refusal is said that is about no field. */
  renderError?: (error: unknown) => ReactNode
  onClose: () => void
  children: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, danger, size = 'small', missing = [], problem, renderError, onClose, children } = props
  const t = useText()
  const problemText = useProblemText()
  const { busy, error, run } = useWork()
  const [isTried, setTried] = useState(false)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const focusProblem = useProblemFocus(form)
  const found = error instanceof ApiError ? error.errors : []
  const isAsking = action !== undefined
  const { dismissal = t(isAsking ? 'action.cancel' : 'action.close') } = props

  function problemsOf(names: readonly string[]): string[] {
    if (isTried && names.some((name) => missing.includes(name))) return [problemText({ code: 'REQUIRED' })]
    // Of a list: of each of its entries.
    return found.filter(({ path }) => names.includes(path.replace(/\[\d+\]$/, ''))).map(problemText)
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy || !isAsking) return
    setTried(true)
    if (problem !== undefined) return
    const said = await run(async () => (await props.run()) ?? true)
    if (said === undefined || said === false) return focusProblem()
    if (said !== true) toast(said)
    onClose()
  }

  return (
    <Dialog
      title={title}
      size={size}
      busy={busy}
      dismissal={dismissal}
      onClose={onClose}
      footer={
        isAsking && (
          <Button look="primary" tone={danger ? 'danger' : undefined} type="submit" form={id} loading={busy}>
            {action}
          </Button>
        )
      }
    >
      <form ref={form} id={id} className="form" noValidate onSubmit={(event) => void submit(event)}>
        {isTried && problem !== undefined && <Note tone="danger">{problem}</Note>}
        {renderError ? renderError(error) : <ErrorNote error={error} />}
        <ProblemsContext value={problemsOf}>
          <fieldset disabled={busy}>{children}</fieldset>
        </ProblemsContext>
      </form>
    </Dialog>
  )
}
