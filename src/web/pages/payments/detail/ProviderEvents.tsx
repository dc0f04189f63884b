/** What the provider answered about a payment, word for word: the evidence behind its status. It loads once unfolded. */
import { useState } from 'react'
import type { ProviderEvent } from '#contract/payment-rows.ts'
import { payments } from '#contract/payments.ts'
import { useCall } from '../../../api/query.ts'
import { useReasonText } from '../../../i18n/reason-text.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { readableJson } from './readable-json.ts'

const shown = 100

export function ProviderEvents({ paymentId }: { paymentId: number }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="provider-events" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('payments.evidence')}</summary>
      {isOpen && <Events paymentId={paymentId} />}
    </details>
  )
}

function Events({ paymentId }: { paymentId: number }) {
  const t = useText()
  const input = { params: { id: String(paymentId) }, query: { pageSize: shown } }
  const { data, error, refetch } = useCall(payments.events, input, { with: payments.get })
  if (error) return <LoadProblem title="payments.evidence.failed" error={error} onRetry={() => void refetch()} />
  if (!data) return <output className="skeleton" aria-label={t('form.loading')} />
  const { data: events, total } = data
  if (events.length === 0) return <p className="blank">{t('payments.evidence.none')}</p>
  return (
    <>
      <p className="blank">{t('payments.evidence.hidden')}</p>
      <ol>
        {events.map((event) => (
          <OneEvent key={event.id} event={event} />
        ))}
      </ol>
      {total > shown && <p className="blank">{t('payments.evidence.older', { count: shown, total })}</p>}
    </>
  )
}

function OneEvent({ event }: { event: ProviderEvent }) {
  const t = useText()
  const format = useFormat()
  const reasonText = useReasonText()
  const { attemptNo, at, question, httpStatus, answer, isCut, reading } = event
  // A line of a file has no status; what was lost decides nothing.
  const isRead = reading === 'SUCCEEDED' || reading === 'FAILED_DEFINITE'
  return (
    <li>
      <p>
        {reading !== null && <strong>{t(`payments.reading.${reading}`)} </strong>}
        <small>
          {t('payments.attemptNo', { no: attemptNo })} · <time dateTime={at}>{format.dateTime(at)}</time>
        </small>
      </p>
      <p>
        <code>
          {question}
          {httpStatus !== null && ` →\u00a0${httpStatus}`}
        </code>
      </p>
      {httpStatus === null && !isRead ? (
        <p>{t('payments.evidence.lost', { reason: reasonText(answer) })}</p>
      ) : (
        // A keyboard scrolls what it can reach.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre tabIndex={0} aria-label={question}>
          {readableJson(answer)}
        </pre>
      )}
      {isCut && <p className="blank">{t('payments.evidence.cut')}</p>}
    </li>
  )
}
