/** The tries at the provider, the latest first, each with the references by which it can be found there. */
import type { TransactionRow } from '#contract/transactions.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { RecordStatus } from '../../../record/RecordStatus.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { fact, Facts } from '../../../ui/Facts.tsx'
import { useReasonText } from '../../../i18n/reason-text.ts'

export function Attempts({ attempts }: { attempts: readonly TransactionRow[] }) {
  const t = useText()
  return (
    <section className="attempts">
      <h3>{t('payments.attempts')}</h3>
      {attempts.length === 0 && <p className="blank">{t('payments.noAttempts')}</p>}
      <ol>
        {attempts.map((attempt) => (
          <Attempt key={attempt.attemptNo} attempt={attempt} />
        ))}
      </ol>
    </section>
  )
}

function Attempt({ attempt }: { attempt: TransactionRow }) {
  const t = useText()
  const format = useFormat()
  const reasonText = useReasonText()
  const { attemptNo, state, reasonCode, clientRef, providerRef, batchId, requestedAt, sentAt, finalAt, reconciledAt } =
    attempt
  const blank = <span className="blank">–</span>
  const momentOf = (iso: string | null) => (iso === null ? blank : format.dateTime(iso))
  return (
    <li className="attempt">
      <header>
        <strong>{t('payments.attemptNo', { no: attemptNo })}</strong>
        <RecordStatus of="transactions" status={state} />
        {reasonCode && <span>{reasonText(reasonCode)}</span>}
      </header>
      <Facts
        of={[
          fact(t('payments.code'), reasonCode && <CopyText text={reasonCode} />),
          fact(t('transactions.field.clientRef'), <CopyText text={clientRef} />),
          fact(t('transactions.field.providerRef'), providerRef === null ? blank : <CopyText text={providerRef} />),
          fact(t('transactions.field.batchId'), batchId),
          fact(t('transactions.field.requestedAt'), momentOf(requestedAt)),
          fact(t('transactions.field.sentAt'), momentOf(sentAt)),
          fact(t('transactions.field.finalAt'), momentOf(finalAt)),
          fact(t('transactions.field.reconciledAt'), momentOf(reconciledAt)),
        ]}
      />
    </li>
  )
}
