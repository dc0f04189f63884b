import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { reasonRefusal } from '#domain/answers/response.ts'
import type { ResponseDetail } from '#contract/responses.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import type { Reason } from './reason.ts'
import { ReasonFields, useReasons } from './ReasonFields.tsx'
import { ReturnNotes } from './ReturnNotes.tsx'

interface VerdictReasonProps {
  response: ResponseDetail
  target: 'REJECTED' | 'HAS_ISSUES'
  isSending: boolean
  onSend: (reason: Reason) => void
  onCancel: () => void
}

/** Why: needed to reject, welcome with issues. A digit chooses a reason and sends it. */
export function VerdictReason({ response, target, isSending, onSend, onCancel }: VerdictReasonProps) {
  const t = useText()
  const [value, setValue] = useState<Reason>({ note: '' })
  const [missing, setMissing] = useState(false)
  const reasons = useReasons()
  const form = useRef<HTMLFormElement>(null)
  const hasReasons = reasons.length > 0
  // The fields opened because a button asked for them: they are what comes next.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>(hasReasons ? 'input' : 'textarea')?.focus()
  }, [hasReasons])

  function send(reason: Reason) {
    if (reasonRefusal(target, reason.note.trim() || reason.issueCategoryId)) setMissing(true)
    else onSend(reason)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    send(value)
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') return onCancel()
    const reason = reasons[Number(event.key) - 1]
    const isNote = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement
    if (isNote || !/^[1-9]$/.test(event.key) || !reason || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    send({ ...value, issueCategoryId: reason.id })
  }

  return (
    // The keys are those of the fields within.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form ref={form} className="verdict-reason" onSubmit={submit} onKeyDown={press}>
      <ReasonFields
        target={target}
        value={value}
        missing={missing}
        onChange={(next) => {
          setValue(next)
          setMissing(false)
        }}
      />
      {target === 'HAS_ISSUES' && <ReturnNotes response={response} value={value} onChange={setValue} />}
      <div className="form-choices">
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
        <Button look="primary" tone={target === 'REJECTED' ? 'danger' : undefined} type="submit" loading={isSending}>
          {t(`responses.to.${target}`)}
        </Button>
      </div>
    </form>
  )
}
