/** Everything about one payment: what it is, how far it has come, what may be done now, and its tries at the provider. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PaymentDetail, PaymentRow } from '#contract/payment-rows.ts'
import { payments } from '#contract/payments.ts'
import { payeeOf } from '#domain/money/payee.ts'
import { isPaid } from '#domain/money/payment.ts'
import { moversOf, type PaymentAction } from '#domain/money/payment-ways.ts'
import { download } from '../../../api/download.ts'
import { useCan } from '../../../api/session.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { useFormat, useText, useTextOr } from '../../../i18n/text.ts'
import { FoldedHistory } from '../../../history/History.tsx'
import { DownloadButton } from '../../../ui/DownloadButton.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { fact, type Fact, Facts } from '../../../ui/Facts.tsx'
import { groupedPhone } from '../../../i18n/grouped-phone.ts'
import { uploadPath } from '../upload-path.ts'
import { DocumentLink } from '../DocumentLink.tsx'
import { NobodyLeft } from '../NobodyLeft.tsx'
import { PaymentState } from '../PaymentState.tsx'
import { SameVisit } from '../SameVisit.tsx'
import { ProviderEvents } from './ProviderEvents.tsx'
import { Incidents } from './Incidents.tsx'
import { Receipt } from './Receipt.tsx'
import { StepActions } from './StepActions.tsx'
import { StepTimeline } from './StepTimeline.tsx'
import { meaningOf } from '#domain/money/provider-codes.ts'
import type { TransactionRow } from '#contract/transactions.ts'
import { RecordStatus } from '../../../record/RecordStatus.tsx'
import { useReasonText } from '../../../i18n/reason-text.ts'

interface PaymentFactsProps {
  payment: PaymentDetail
  /** A step is on its way, or was. */
  onBusy: (isBusy: boolean) => void
  /** What the menu of its row asked for. */
  asked?: PaymentAction | undefined
}

export function PaymentFacts({ payment, asked, onBusy }: PaymentFactsProps) {
  const t = useText()
  const format = useFormat()
  const { amount, charge, currency, phone, reasonText, surveyId, surveyTitle } = payment
  const canSeeSurvey = useCan('surveys.read')
  const entered = useEntryFacts(payment)
  return (
    <div className="drawer-body">
      <div className="drawer-sum">
        <p>{payeeOf(payment) ?? t('payments.noName')}</p>
        <strong>{format.money(amount, currency)}</strong>
        {Number(charge) > 0 && <p>{t('payments.ofWhich', { charge: format.money(charge, currency) })}</p>}
        <PaymentState payment={payment} />
        {reasonText && <blockquote>{reasonText}</blockquote>}
        {/* What was found says the next step itself. */}
        {!payment.incidents.some(({ isOpen }) => isOpen) && <NextAction payment={payment} />}
        <Movers payment={payment} />
      </div>
      <Incidents payment={payment} />
      <SameVisit sample={[payment]} count={Math.min(payment.others.length, 1)} />
      <StepTimeline payment={payment} />
      {payment.nobodyFor !== null && <NobodyLeft step={payment.nobodyFor} />}
      <StepActions payment={payment} asked={asked} onBusy={onBusy} />
      <Facts
        of={[
          fact(
            t('payments.field.phone'),
            phone === null ? t('payments.noPhone') : <span className="amount">{groupedPhone(phone)}</span>,
          ),
          fact(
            t('payments.field.surveyTitle'),
            <RecordLink to={`/survey/${surveyId}`} allowed={canSeeSurvey}>
              {surveyTitle}
            </RecordLink>,
          ),
          ...(payment.kind === 'MANUAL'
            ? entered
            : [fact(t('payments.field.responseIds'), <Responses ids={payment.responseIds} />)]),
          fact(t('payments.field.kind'), t(`payments.kind.${payment.kind}`)),
          fact(
            t('payments.field.provider'),
            t('payments.route', {
              title: payment.route.title,
              prefix: payment.route.isOwn ? 'OWN' : (payment.route.prefix ?? 'NONE'),
            }),
          ),
          fact(
            t('payments.field.nameCheck'),
            payment.nameCheck && t('payments.nameCheck', { found: payment.nameCheck }),
          ),
          ...(['follows', 'followedBy'] as const)
            .filter((name) => payment[name] !== null)
            .map((name) => fact(t(`payments.field.${name}`), <OtherPayment id={payment[name] ?? 0} />)),
          fact(t('payments.field.round'), format.number(payment.round)),
          fact(t('payments.field.createdAt'), format.dateTime(payment.createdAt)),
          fact(t('payments.field.updatedAt'), format.dateTime(payment.updatedAt)),
          fact(
            t('payments.field.factsHash'),
            <CopyText text={payment.factsHash} shown={payment.factsHash.slice(0, 12)} />,
          ),
        ]}
      />
      <Attempts attempts={payment.attempts} />
      <ProviderEvents paymentId={payment.paymentId} />
      <DownloadButton
        fetch={() => download(payments.proof, { params: { id: String(payment.id) }, query: { lang: currentLocale() } })}
      >
        {t('payments.proof')}
      </DownloadButton>
      {isPaid(payment.status) && <Receipt id={payment.id} />}
      <Findings findings={payment.findings} />
      <FoldedHistory subjectType="payable" subjectId={payment.paymentId} />
    </div>
  )
}

/** What people entered by hand, and sign. */
function useEntryFacts({ recipientName, purpose, ownReference, overrideReason, ...payment }: PaymentDetail): Fact[] {
  const t = useText()
  const { locationId, upload } = payment
  const blank = <span className="blank">–</span>
  return [
    fact(t('payments.field.recipientName'), recipientName ?? blank),
    fact(t('payments.field.purpose'), purpose ?? blank, 'long'),
    fact(t('payments.field.ownReference'), ownReference ?? blank),
    fact(t('payments.field.overrideReason'), overrideReason ?? blank, 'long'),
    fact(t('payments.field.locationId'), <Responses ids={locationId === null ? [] : [locationId]} />),
    fact(t('payments.field.upload'), upload ? <Link to={uploadPath(upload.id)}>{upload.name}</Link> : blank),
  ]
}

function RecordLink({ to, allowed, children }: { to: string; allowed: boolean; children: ReactNode }) {
  return allowed ? <Link to={to}>{children}</Link> : children
}

function OtherPayment({ id }: { id: number }) {
  const t = useText()
  return <Link to={`/payments?view=all&open=${id}`}>{t('payments.number', { id })}</Link>
}

function Responses({ ids }: { ids: readonly number[] }) {
  const t = useText()
  const canRead = useCan('responses.read')
  if (ids.length === 0) return <span className="blank">–</span>
  return (
    <span className="drawer-responses">
      {ids.map((id) => (
        <RecordLink key={id} to={`/response?open=${id}`} allowed={canRead}>
          {t('payments.response', { id })}
        </RecordLink>
      ))}
    </span>
  )
}

/** What people can do about a payment where it is, in plain words, and which rights that takes. */
function NextAction({ payment: { status, hold, reason } }: { payment: PaymentRow }) {
  const t = useText()
  const textOr = useTextOr()
  const codes = [hold, reason, reason && meaningOf(reason)].map((code) =>
    code ? textOr(`payments.next.${code}`, '') : '',
  )
  return (
    <p className="next-action">
      <strong>{t('payments.next')}</strong> {codes.find((text) => text !== '') ?? t(`payments.next.${status}`)}
    </p>
  )
}

function Movers({ payment: { status } }: { payment: PaymentRow }) {
  const t = useText()
  const textOr = useTextOr()
  const rights = moversOf(status).map((name) => textOr(`payments.right.${name.replace('payments.', '')}`, name))
  return rights.length === 0 ? null : (
    <p className="next-action blank">{t('payments.movers', { rights: rights.join(', ') })}</p>
  )
}

/** What people established about the money of a payment, the latest first. */
function Findings({ findings }: { findings: PaymentDetail['findings'] }) {
  const t = useText()
  const format = useFormat()
  if (findings.length === 0) return null
  return (
    <section className="findings">
      <h3>{t('payments.findings')}</h3>
      <ol>
        {findings.map(({ at, outcome, actorName, evidence, document, paidOn, file }) => (
          <li key={at + actorName}>
            <strong>{t(`payments.outcome.${outcome}`)}</strong> {actorName}{' '}
            <time dateTime={at}>{format.dateTime(at)}</time>
            <blockquote>
              {evidence}
              {document !== null && <small> {document}</small>}
              {paidOn !== null && <small> {t('payments.paidOn', { day: format.date(paidOn) })}</small>}
              {file && <DocumentLink document={file} />}
            </blockquote>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The tries at the provider, the latest first, each with the references by which it can be found there. */
function Attempts({ attempts }: { attempts: readonly TransactionRow[] }) {
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
