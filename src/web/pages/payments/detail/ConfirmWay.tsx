/** The last question before a payment leaves the straight path, with the fields that the way needs. */
import { useId, useState } from 'react'
import { paymentWayCalls } from '#contract/payment-ways.ts'
import type { PaymentDetail } from '#contract/payment-rows.ts'
import { withoutCharge } from '#domain/money/cash-out.ts'
import { isFinding, needsReason, paidOutside } from '#domain/money/payment-ways.ts'
import { ApiError } from '../../../api/api-error.ts'
import { newKey } from '../../../api/client.ts'
import { ask } from '../../../api/query.ts'
import { AmountInput } from '../../../money/AmountInput.tsx'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { takeFocus } from '../../../ui/focus.ts'
import { Note } from '../../../ui/Note.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { TextArea, TextInput } from '../../../ui/TextInput.tsx'
import { refreshPayments } from '../take-step.ts'
import {
  bodyOf,
  fieldsOf,
  isWord,
  missingOf,
  noWords,
  outcomesOf,
  type WayWords,
  type WordedWay,
} from '../way-fields.ts'
import { useFailureText, useRefusalText } from '../words.ts'

interface ConfirmWayProps {
  way: WordedWay
  payment: PaymentDetail
  onBusy: (isBusy: boolean) => void
  onDone: () => void
  onCancel: () => void
}

export function ConfirmWay({ way, payment, onBusy, onDone, onCancel }: ConfirmWayProps) {
  const t = useText()
  const failureText = useFailureText()
  const refusalText = useRefusalText()
  const problemText = useProblemText()
  // A refresh meanwhile must not change the question: the server refuses what is old.
  const [seen] = useState(payment)
  // One per question: a repeated press after a lost answer does nothing twice.
  const [key, setKey] = useState(newKey)
  const [words, setWords] = useState<WayWords>(noWords)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()

  async function send() {
    setSending(true)
    onBusy(true)
    setError(undefined)
    try {
      const input = { params: { id: seen.id }, body: bodyOf(way, words, seen) as never, idempotencyKey: key }
      await ask(paymentWayCalls[way], input)
      // The next question is about the payment as it is then.
      await refreshPayments()
      onDone()
    } catch (thrown) {
      setError(thrown)
      if (thrown instanceof ApiError && thrown.status < 500) setKey(newKey())
      await refreshPayments()
    } finally {
      setSending(false)
      onBusy(false)
    }
  }

  function said(): string | undefined {
    if (error === undefined) return undefined
    if (!(error instanceof ApiError)) return failureText(error)
    if (error.errors.length > 0) return error.errors.map((found) => problemText(found)).join(' ')
    return refusalText(error.code) ?? failureText(error)
  }

  const problem = missingOf(way, seen, words)
  const finding = isFinding(way) && way !== 'reverse' ? seen.findings[0] : undefined
  return (
    <section
      ref={takeFocus}
      className="confirm-step"
      tabIndex={-1}
      aria-label={t(`payments.action.${way}`)}
      aria-busy={isSending}
    >
      <h3>{t(`payments.action.${way}`)}</h3>
      <p>{t(`payments.way.${leadOf(way, seen)}`)}</p>
      {finding && (
        <p>
          {t('payments.way.finding', {
            who: finding.actorName,
            outcome: t(`payments.outcome.${finding.outcome}`),
            evidence: finding.evidence,
          })}
        </p>
      )}
      <WayFields way={way} payment={seen} words={words} disabled={isSending} onChange={setWords} />
      {said() && <Note tone="danger">{said()}</Note>}
      <div className="form-choices">
        <Button refusal={isSending ? t('payments.sending.title') : undefined} onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <Button
          look="primary"
          tone={way === 'withdraw' || way === 'reverse' ? 'danger' : undefined}
          loading={isSending}
          refusal={problem && t(problem)}
          onClick={() => void send()}
        >
          {t(`payments.action.${way}`)}
        </Button>
      </div>
    </section>
  )
}

/** Explains the coming step, which differs between payments. */
function leadOf(way: WordedWay, { status, reason }: PaymentDetail) {
  if (way === 'resolve' && reason === paidOutside) return 'resolveOutside'
  return way === 'withdraw' && status === 'FAILED' ? 'withdrawFailed' : way
}

interface WayFieldsProps {
  way: WordedWay
  payment: PaymentDetail
  words: WayWords
  disabled: boolean
  onChange: (words: WayWords) => void
}

function WayFields({ way, payment, words, disabled, onChange }: WayFieldsProps) {
  const t = useText()
  const id = useId()
  const outcomes = outcomesOf(way)
  return (
    <div className="reject-reason">
      {outcomes && (
        <RadioGroup
          label={t('payments.way.outcome')}
          disabled={disabled}
          options={outcomes.map((value) => ({ value, label: t(`payments.outcome.${value}`) }))}
          value={outcomes.find((value) => value === words.outcome)}
          onChange={(outcome) => onChange({ ...words, outcome })}
        />
      )}
      {fieldsOf(way)
        .filter(isWord)
        .map((name) => {
          const isLong = name === 'evidence' || name === 'reasonText'
          const Control = isLong ? TextArea : TextInput
          const label = name === 'reasonText' && !needsReason(way, payment) ? 'reasonOptional' : name
          const help = name === 'phone' || name === 'evidence' || name === 'document' ? name : undefined
          return (
            <div key={name}>
              <label htmlFor={`${id}-${name}`}>{t(`payments.way.${label}`, { currency: payment.currency })}</label>
              {name === 'amount' ? (
                <AmountInput
                  id={`${id}-amount`}
                  disabled={disabled}
                  placeholder={withoutCharge(payment)}
                  currency={payment.currency}
                  value={words.amount}
                  onChange={(amount) => onChange({ ...words, amount })}
                />
              ) : (
                <Control
                  id={`${id}-${name}`}
                  disabled={disabled}
                  maxLength={isLong ? 2000 : 200}
                  inputMode={name === 'phone' ? 'tel' : undefined}
                  aria-describedby={help && `${id}-${name}-help`}
                  value={words[name]}
                  onChange={(event: { target: { value: string } }) =>
                    onChange({ ...words, [name]: event.target.value })
                  }
                />
              )}
              {help && (
                <small id={`${id}-${name}-help`} className="blank">
                  {t(`payments.way.${help}Help`)}
                </small>
              )}
            </div>
          )
        })}
    </div>
  )
}
