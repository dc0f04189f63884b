/** Enters one payment by hand. It is put forward at once: another person approves it. */
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { surveys } from '#contract/surveys.ts'
import { typedAmount } from '#domain/money/typed-amount.ts'
import { ApiError } from '../../../api/api-error.ts'
import { newKey } from '../../../api/client.ts'
import { useCall } from '../../../api/query.ts'
import { AmountInput } from '../../../money/AmountInput.tsx'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { LookupSelect } from '../../../form/LookupSelect.tsx'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { focusFirstProblem } from '../../../ui/focus.ts'
import { Note } from '../../../ui/Note.tsx'
import { TextArea, TextInput } from '../../../ui/TextInput.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useFailureText } from '../words.ts'
import { enterManual } from './enter-manual.ts'

const blank = { visit: '', phoneNumber: '', amount: '', recipientName: '', reasonText: '', overrideReason: '' }

export function ManualDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const problemText = useProblemText()
  const failureText = useFailureText()
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const [survey, setSurvey] = useState<number>()
  const [values, setValues] = useState(blank)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [key, setKey] = useState(newKey)
  const problems = error instanceof ApiError ? error.errors : []
  const isRepeated = error instanceof ApiError && error.code === 'PAYMENT_REPEATED'
  const [noSurvey, setNoSurvey] = useState(false)
  const [missing, setMissing] = useState<readonly string[]>([])
  const chosen = useCall(surveys.get, { params: { id: survey ?? 0 } }, { enabled: survey !== undefined })
  const currency = chosen.data?.data.currency ?? ''

  function set(name: keyof typeof blank, value: string) {
    setMissing((current) => current.filter((one) => one !== name))
    setValues((current) => ({ ...current, [name]: value }))
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const { visit, phoneNumber, amount, ...words } = values
    const locationId = /^[1-9]\d*$/.test(visit.trim()) ? Number(visit) : survey
    setMissing((['phoneNumber', 'amount'] as const).filter((name) => values[name].trim() === ''))
    const texts = Object.fromEntries(Object.entries(words).map(([name, text]) => [name, text.trim() || null]))
    const entry = { phoneNumber: phoneNumber.trim(), amount: typedAmount(amount, currency), ...texts }
    try {
      const made = await enterManual(locationId === undefined ? entry : { ...entry, locationId }, key)
      setNoSurvey(!made)
      if (made) {
        toast(t('manual.entered', { id: String(made.id) }))
        return onClose()
      }
    } catch (thrown) {
      setError(thrown)
      // Refused, the next press is another entry. After a lost answer it asks for the same one again.
      if (thrown instanceof ApiError && thrown.status < 500) setKey(newKey())
    } finally {
      setBusy(false)
    }
    focusFirstProblem(form.current)
  }

  function problemOf(...names: string[]): string | undefined {
    if (names.some((name) => missing.includes(name))) return problemText({ code: 'REQUIRED' })
    const problem = problems.find(({ path }) => names.includes(path))
    return problem && problemText(problem)
  }

  const text = (
    name: keyof typeof blank,
    label: string,
    more: { problem?: string | undefined; help?: string } = {},
  ) => (
    <FieldBox label={label} problem={more.problem} help={more.help}>
      <TextInput autoComplete="off" value={values[name]} onChange={({ target }) => set(name, target.value)} />
    </FieldBox>
  )

  return (
    <Dialog
      size="medium"
      title={t('manual.enter')}
      busy={busy}
      dismissal={t('action.cancel')}
      onClose={onClose}
      footer={
        <Button look="primary" type="submit" form={formId} loading={busy}>
          {t('manual.forward')}
        </Button>
      }
    >
      <form ref={form} id={formId} className="form" noValidate onSubmit={(event) => void submit(event)}>
        {error !== undefined && problems.length === 0 && <Note tone="danger">{failureText(error)}</Note>}
        <p>{t('manual.lead')}</p>
        <FieldBox
          label={t('payments.field.surveyId')}
          problem={noSurvey ? problemText({ code: 'REQUIRED' }) : problemOf('locationId')}
        >
          <LookupSelect
            className="field-wide"
            allowClear
            list={surveys.list}
            get={surveys.get}
            value={survey}
            onChange={(id) => setSurvey(typeof id === 'number' ? id : undefined)}
          />
        </FieldBox>
        {text('visit', t('manual.visit'), { help: t('manual.visitHelp') })}
        {text('phoneNumber', t('manual.field.phone_number'), { problem: problemOf('phoneNumber') })}
        <FieldBox label={t('manual.field.amount')} problem={problemOf('amount')} help={t('manual.amountHelp')}>
          <AmountInput currency={currency} value={values.amount} onChange={(typed) => set('amount', typed)} />
        </FieldBox>
        {text('recipientName', t('manual.field.recipient_name'))}
        <FieldBox label={t('manual.why')} problem={problemOf('reasonText')}>
          <TextArea
            maxLength={2000}
            value={values.reasonText}
            onChange={({ target }) => set('reasonText', target.value)}
          />
        </FieldBox>
        {isRepeated && text('overrideReason', t('manual.override'))}
      </form>
    </Dialog>
  )
}
