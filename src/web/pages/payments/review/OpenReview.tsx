/** A review from its first look to its result. */
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { addUp } from '#domain/money/money.ts'
import { isWayTogether, needsReason } from '#domain/money/payment-ways.ts'
import { useText } from '../../../i18n/text.ts'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { PaymentsSkeleton } from '../PaymentsSkeleton.tsx'
import { Checking } from '../Checking.tsx'
import { FloatLacksOf } from '../../../money/FloatLacks.tsx'
import { NobodyLeftAfter } from '../NobodyLeft.tsx'
import { noRejection, RejectReason, rejectionFields, useRejectionProblem } from '../RejectReason.tsx'
import { isEnd, type ReviewState, type Sent } from '../review-state.ts'
import { sentOf } from '../take-step.ts'
import { useRefusalText, useSumText } from '../words.ts'
import { PaperHead, PaperSignatures, PrintButton, signersOf } from '../Paper.tsx'
import { BalanceAfter, useShortFloat } from './BalanceAfter.tsx'
import { Exceptions } from './Exceptions.tsx'
import { RefusedReview } from './RefusedReview.tsx'
import { ReviewResult } from './ReviewResult.tsx'
import type { Sheet } from './sheet.ts'
import { SheetFacts } from './SheetFacts.tsx'
import { WayReason } from './WayReason.tsx'
import { SheetRows } from './SheetRows.tsx'
import { useReview } from './use-review.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'

export function OpenReview({ review, onDone }: { review: ReviewState; onDone: () => void }) {
  const t = useText()
  const { step, picks, sent } = review
  const { sheet, facts, confirmation, confirm, askNow } = useReview(review, onDone)
  const { phase } = confirmation
  if (phase === 'done') return <ReviewResult review={review} result={confirmation.answer} />
  const progress =
    phase === 'sending' || phase === 'checking' ? <Checking phase={phase} onAskNow={askNow} /> : undefined
  return (
    <section className="review" aria-busy={progress !== undefined || facts.isFetching}>
      <title>{`${t(`payments.review.${step}.title`)} · Canvass`}</title>
      <PaperHead />
      <header>
        <h1>{t(`payments.review.${step}.title`)}</h1>
        <p>{progress && sent ? t('payments.review.sent', { count: sent.expectedCount }) : t('payments.review.lead')}</p>
        {isWayTogether(step) && <p>{t(`payments.review.${step}.lead`)}</p>}
      </header>
      {phase === 'refused' && <RefusedReview error={confirmation.error} picks={picks} />}
      {facts.error && (
        <LoadProblem title="payments.review.failed" error={facts.error} onRetry={() => void facts.refetch()} />
      )}
      {!sheet && !facts.error && (progress ?? <PaymentsSkeleton />)}
      {sheet && (
        <OpenSheet review={review} sheet={sheet} progress={progress} onConfirm={(body) => void confirm(body)} />
      )}
    </section>
  )
}

interface OpenSheetProps {
  review: ReviewState
  sheet: Sheet
  /** Set while the confirmed request is on its way. */
  progress: ReactNode
  onConfirm: (body: Sent) => void
}

function OpenSheet({ review: { step }, sheet, progress, onConfirm }: OpenSheetProps) {
  const t = useText()
  const sumText = useSumText()
  const refusalText = useRefusalText()
  const navigate = useNavigate()
  const [rejection, setRejection] = useState(noRejection)
  const rejectionProblem = useRejectionProblem()
  const isShort = useShortFloat(sheet.included, step === 'authorize')
  const { included } = sheet
  const hasSome = included.length > 0
  const isSending = progress !== undefined
  const needsWords = included.some((payment) => isWayTogether(step) && needsReason(step, payment))
  const sums = addUp(included)

  function refusal(): string | undefined {
    if (isSending) return t('payments.sending.title')
    if (step === 'reject') return rejectionProblem(rejection)
    if (needsWords && rejection.text.trim() === '') return t('payments.way.reasonNeeded')
    return isShort ? refusalText('INSUFFICIENT_FUNDS') : undefined
  }

  function confirm() {
    onConfirm(sentOf(included, step === 'reject' || isWayTogether(step) ? rejectionFields(rejection) : {}))
  }

  return (
    <>
      {hasSome ? <SheetFacts rows={included} /> : <Note tone="warning">{t('payments.review.nothingLeft')}</Note>}
      {hasSome && step === 'authorize' && <BalanceAfter rows={included} />}
      {(step === 'initiate' || step === 'approve' || step === 'retry') && <FloatLacksOf needs={included} />}
      <NobodyLeftAfter step={step} rows={included} />
      <Exceptions sheet={sheet} />
      {hasSome && step === 'reject' && <RejectReason value={rejection} onChange={setRejection} disabled={isSending} />}
      {hasSome && isWayTogether(step) && (
        <WayReason
          isNeeded={needsWords}
          value={rejection.text}
          onChange={(text) => setRejection({ ...rejection, text })}
          disabled={isSending}
        />
      )}
      <SheetRows rows={included} />
      <PaperSignatures by={signersOf[step]} />
      <footer className="review-foot">
        {progress}
        {/* Everybody comes from the list, where what was chosen is still chosen. */}
        <Button
          size="large"
          refusal={isSending ? t('payments.review.cannotLeave') : undefined}
          onClick={() => void navigate(-1)}
        >
          {t('action.cancel')}
        </Button>
        {hasSome && <PrintButton size="large" />}
        {hasSome && (
          <Button
            size="large"
            look="primary"
            tone={isEnd(step) ? 'danger' : undefined}
            refusal={refusal()}
            onClick={confirm}
          >
            {t(`payments.confirm.${step}`, { count: included.length, total: sumText(sums) })}
          </Button>
        )}
      </footer>
    </>
  )
}
