/** States that a payment was paid by hand: where, under which reference, how much, when, and what shows it. */
import { type SubmitEvent, useRef, useState } from 'react'
import { documentKinds, floats } from '#contract/floats.ts'
import { paymentWayCalls } from '#contract/payment-ways.ts'
import type { PaymentDetail } from '#contract/payment-rows.ts'
import { typedAmount } from '#domain/money/typed-amount.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { useText } from '../../../i18n/text.ts'
import { AmountInput } from '../../../money/AmountInput.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FileButton } from '../../../ui/FileButton.tsx'
import { takeFocus, useProblemFocus } from '../../../ui/focus.ts'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { Note } from '../../../ui/Note.tsx'
import { TextArea, TextInput } from '../../../ui/TextInput.tsx'
import { refreshPayments } from '../take-step.ts'
import { useFailureText, useRefusalText } from '../words.ts'

interface PaidOutsideProps {
  payment: PaymentDetail
  onBusy: (isBusy: boolean) => void
  onDone: () => void
  onCancel: () => void
}

const noWords = { provider: '', reference: '', amount: '', day: '', evidence: '' }
type Name = keyof typeof noWords

export function PaidOutside({ payment, onBusy, onDone, onCancel }: PaidOutsideProps) {
  const t = useText()
  const problemText = useProblemText()
  const failureText = useFailureText()
  const refusalText = useRefusalText()
  const form = useRef<HTMLFormElement>(null)
  const focusProblem = useProblemFocus(form)
  // The server refuses what has changed since the question came up.
  const [{ id, version, currency }] = useState(payment)
  const [words, setWords] = useState(noWords)
  const [file, setFile] = useState<File>()
  const [isTried, setTried] = useState(false)
  const known = useCall(floats.list, { query: { pageSize: 1 } })
  // The simulator hands over nothing.
  const places = (known.data?.providers ?? []).filter((name) => name !== 'simulator')
  const send = useSend(paymentWayCalls.payOutside, { once: true })
  const problems = send.error instanceof ApiError ? send.error.errors : []

  function set(name: Name, value: string) {
    send.reset()
    setWords((current) => ({ ...current, [name]: value }))
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (send.isPending) return
    setTried(true)
    if (!file || Object.values(words).some((word) => word.trim() === '')) return focusProblem()
    onBusy(true)
    try {
      const body = { ...words, amount: typedAmount(words.amount, currency), version }
      await send.mutateAsync({ params: { id: String(id) }, body, file })
      onDone()
    } catch {
      focusProblem()
    } finally {
      await refreshPayments()
      onBusy(false)
    }
  }

  function problemOf(name: Name | 'document') {
    const isBlank = name === 'document' ? !file : words[name].trim() === ''
    if (isTried && isBlank) return problemText({ code: 'REQUIRED' })
    return problems.filter(({ path }) => path === name).map((found) => problemText(found))
  }

  const code = send.error instanceof ApiError ? send.error.code : undefined
  return (
    <section ref={takeFocus} className="confirm-step" tabIndex={-1} aria-label={t('payments.action.payOutside')}>
      <h3>{t('payments.action.payOutside')}</h3>
      <p>{t('payments.way.payOutside')}</p>
      <form ref={form} className="form" noValidate onSubmit={(event) => void submit(event)}>
        <FieldBox
          label={t('payments.way.provider')}
          help={t('payments.way.providerHelp')}
          problem={problemOf('provider')}
        >
          <NativeSelect
            none="–"
            options={places.map((value) => ({ value, label: value.toUpperCase() }))}
            value={words.provider}
            onChange={(chosen) => set('provider', chosen ?? '')}
          />
        </FieldBox>
        <FieldBox
          label={t('payments.way.reference')}
          help={t('payments.way.referenceHelp')}
          problem={problemOf('reference')}
        >
          <TextInput
            maxLength={100}
            value={words.reference}
            onChange={({ target }) => set('reference', target.value)}
          />
        </FieldBox>
        <FieldBox label={t('payments.way.handedOver', { currency })} problem={problemOf('amount')}>
          <AmountInput currency={currency} value={words.amount} onChange={(typed) => set('amount', typed)} />
        </FieldBox>
        <FieldBox label={t('payments.way.day')} problem={problemOf('day')}>
          <TextInput type="date" value={words.day} onChange={({ target }) => set('day', target.value)} />
        </FieldBox>
        <FieldBox label={t('payments.way.proof')} help={t('payments.way.proofHelp')} problem={problemOf('document')}>
          <FileButton
            accept={documentKinds.join()}
            onFiles={([chosen]) => {
              send.reset()
              setFile(chosen)
            }}
          >
            {file?.name ?? t('form.chooseFile')}
          </FileButton>
        </FieldBox>
        <FieldBox
          label={t('payments.way.evidence')}
          help={t('payments.way.evidenceHelp')}
          problem={problemOf('evidence')}
        >
          <TextArea maxLength={2000} value={words.evidence} onChange={({ target }) => set('evidence', target.value)} />
        </FieldBox>
        {send.error && problems.length === 0 && (
          <Note tone="danger">{refusalText(code) ?? failureText(send.error)}</Note>
        )}
        <div className="form-choices">
          <Button refusal={send.isPending ? t('payments.sending.title') : undefined} onClick={onCancel}>
            {t('action.cancel')}
          </Button>
          <Button look="primary" type="submit" loading={send.isPending}>
            {t('payments.action.payOutside')}
          </Button>
        </div>
      </form>
    </section>
  )
}
