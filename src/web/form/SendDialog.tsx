/** A form in a dialog that one call sends. Refused, it stays, and the keyboard goes to the first field that is wrong. */
import { type ReactNode, type SubmitEvent, useId, useRef } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useProblemText } from '../i18n/problem-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { useProblemFocus } from '../ui/focus.ts'
import { toast } from '../ui/toasts.ts'
import { useWork } from '../ui/use-work.ts'
import { ProblemsContext } from './form-context.ts'
import './form.css'

interface SendDialogProps {
  title: string
  size?: 'small' | 'medium'
  /** What the button says. */
  action: string
  /** Names of fields that are still to be filled in: with some of them nothing is sent. */
  missing?: readonly string[]
  /** What it throws is shown. The words that it gives are said when it closes; undefined: it stays open. */
  send: () => Promise<string | undefined>
  /** How a refusal is said that is about no field. */
  renderError?: (error: unknown) => ReactNode
  onClose: () => void
  children: ReactNode
}

export function SendDialog(props: SendDialogProps) {
  const { title, size = 'medium', action, missing = [], send, renderError, onClose, children } = props
  const t = useText()
  const problemText = useProblemText()
  const { busy, error, run } = useWork()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const focusProblem = useProblemFocus(form)
  const found = error instanceof ApiError ? error.errors : []

  function problemsOf(names: readonly string[]): string[] {
    if (names.some((name) => missing.includes(name))) return [problemText({ code: 'REQUIRED' })]
    // Of a list: of each of its entries.
    return found.filter(({ path }) => names.includes(path.replace(/\[\d+\]$/, ''))).map(problemText)
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const said = await run(send)
    if (said === undefined) return focusProblem()
    toast(said)
    onClose()
  }

  return (
    <Dialog
      size={size}
      title={title}
      busy={busy}
      dismissal={t('action.cancel')}
      onClose={onClose}
      footer={
        <Button look="primary" type="submit" form={id} loading={busy}>
          {action}
        </Button>
      }
    >
      <form ref={form} id={id} className="form" noValidate onSubmit={(event) => void submit(event)}>
        {renderError ? renderError(error) : <ErrorNote error={error} />}
        <ProblemsContext value={problemsOf}>
          <fieldset disabled={busy}>{children}</fieldset>
        </ProblemsContext>
      </form>
    </Dialog>
  )
}
