/** A selection before it is started: how many, how much, the payments left out with the reason, the floats, and who comes next. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paymentSelections, type Selection, type StartedRun } from '#contract/payment-runs.ts'
import { maxAtOnce } from '#contract/payments.ts'
import { asksReason, isEnd, letsThrough } from '#domain/money/payment-run.ts'
import { ApiError } from '../../../api/api-error.ts'
import { newKey } from '../../../api/client.ts'
import { ask, useCall } from '../../../api/query.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Note } from '../../../ui/Note.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { Checking } from '../Checking.tsx'
import { PaymentsSkeleton } from '../PaymentsSkeleton.tsx'
import { noRejection, ReasonText, RejectReason, rejectionFields, useRejectionProblem } from '../RejectReason.tsx'
import { refreshPayments } from '../take-step.ts'
import { useConfirmation } from '../use-confirmation.ts'
import { useSumText } from '../words.ts'
import { MissingNotes } from '../MissingNotes.tsx'
import { PaperSignatures, signersOf } from '../Paper.tsx'
import { PaperHead, PrintButton } from '../../../ui/Paper.tsx'
import { maxListed, SelectionRows } from './SelectionRows.tsx'
import { SelectionSheet } from './SelectionSheet.tsx'
import { SourceText } from './run-words.tsx'
import './runs.css'

export function SelectionReview({ id }: { id: number }) {
  const t = useText()
  const { data, error, refetch } = useCall(paymentSelections.get, { params: { id } })
  const selection = data?.data
  return (
    <section className="review runs">
      {selection && <title>{`${t(`payments.review.${selection.step}.title`)} · Canvass`}</title>}
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!selection && !error && <PaymentsSkeleton />}
      {selection && <Review selection={selection} onRefused={refetch} />}
    </section>
  )
}

interface ReviewProps {
  selection: Selection
  /** The facts are read again. */
  onRefused: () => Promise<unknown>
}

function Review({ selection, onRefused }: ReviewProps) {
  const t = useText()
  const sumText = useSumText()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [isAtomic, setAtomic] = useState(false)
  const [rejection, setRejection] = useState(noRejection)
  const [tried, setTried] = useState<StartedRun>()
  const rejectionProblem = useRejectionProblem()
  const { state, start: send, askNow } = useConfirmation<Outcome>()
  const { id, step, source, count, willing, runId } = selection
  const isSmall = count <= maxAtOnce
  const isRejection = step === 'reject'
  const isWay = !isRejection && !letsThrough(step)
  const isSending = state.phase === 'sending' || state.phase === 'checking'

  async function start(dryRun: boolean) {
    const body = {
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(isRejection || isWay ? rejectionFields(rejection) : {}),
      ...(isAtomic ? { atomic: true } : {}),
      ...(dryRun ? { dryRun } : {}),
    }
    setTried(undefined)
    // One key for each press: the request that is repeated after a lost answer does nothing twice.
    const idempotencyKey = newKey()
    const end = await send(async () => {
      return (await ask(paymentSelections.start, { params: { id }, body, idempotencyKey }).catch(toRunStarted)).data
    })
    if (end.phase === 'refused') await onRefused()
    if (end.phase !== 'done') return
    if (end.answer.runId === null) return setTried(end.answer as StartedRun)
    await navigate({ search: `view=runs&run=${end.answer.runId}` }, { replace: true })
    await refreshPayments()
  }

  function refusal(): string | undefined {
    if (isSending) return t('payments.sending.title')
    if (asksReason(step) && rejection.text.trim() === '') return t('payments.way.reasonNeeded')
    return isRejection ? rejectionProblem(rejection) : undefined
  }

  if (runId !== null)
    return (
      <Note tone="info">
        <p>{t('payments.run.alreadyStarted')}</p>
        <Button onClick={() => void navigate({ search: `view=runs&run=${runId}` })}>{t('payments.run.open')}</Button>
      </Note>
    )
  return (
    <>
      <PaperHead address={location.href} />
      <header>
        <h1>{t(`payments.review.${step}.title`)}</h1>
        <p>
          {t('payments.run.frozen', { count })} <SourceText source={source} />
        </p>
        {isWay && <p>{t(`payments.review.${step}.lead`)}</p>}
      </header>
      <SelectionSheet selection={selection} />
      {tried && <TrialResult tried={tried} />}
      {willing.count > 0 && (
        <div className="run-settings">
          <label>
            {t('payments.run.nameField')}
            <TextInput
              maxLength={200}
              placeholder={t('payments.run.namePlaceholder')}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </label>
          {isSmall && (
            <label className="run-choice">
              <input type="checkbox" checked={isAtomic} onChange={({ target }) => setAtomic(target.checked)} />
              {t('payments.run.atomic')}
            </label>
          )}
          {!isSmall && <p className="blank">{t('payments.run.asRun', { most: maxAtOnce })}</p>}
        </div>
      )}
      {willing.count > 0 && isRejection && (
        <RejectReason value={rejection} onChange={setRejection} disabled={isSending} />
      )}
      {willing.count > 0 && isWay && (
        <div className="reject-reason">
          <ReasonText
            label={t(asksReason(step) ? 'payments.way.reasonText' : 'payments.way.reasonOptional')}
            value={rejection.text}
            onChange={(text) => setRejection({ ...rejection, text })}
            disabled={isSending}
          />
        </div>
      )}
      {willing.count > 0 && count <= maxListed && <SelectionRows id={id} />}
      <ErrorNote error={state.phase === 'refused' ? state.error : undefined} />
      <PaperSignatures by={signersOf[step]} />
      <footer className="review-foot">
        {isSending && <Checking phase={state.phase} onAskNow={askNow} />}
        <Button
          size="large"
          refusal={isSending ? t('payments.review.cannotLeave') : undefined}
          onClick={() => void navigate(-1)}
        >
          {t('action.cancel')}
        </Button>
        <PrintButton size="large" />
        {willing.count > 0 && (
          <>
            <Button size="large" refusal={refusal()} onClick={() => void start(true)}>
              {t('payments.run.try')}
            </Button>
            <Button
              size="large"
              look="primary"
              tone={isEnd(step) ? 'danger' : undefined}
              refusal={refusal()}
              onClick={() => void start(false)}
            >
              {t(`payments.confirm.${step}`, { count: willing.count, total: sumText(willing.totalAmount) })}
            </Button>
          </>
        )}
      </footer>
    </>
  )
}

/** A trial has no run; of a start by another tab only the run is known. */
type Outcome = StartedRun | { runId: number }

/** It was started before, in another tab or by a request whose answer was lost: its run tells the rest. */
function toRunStarted(error: unknown): { data: Outcome } {
  const isStarted = error instanceof ApiError && error.code === 'ALREADY_DONE'
  const data = isStarted ? (error.data as { runId?: number } | undefined) : undefined
  if (data?.runId === undefined) throw error
  return { data: { runId: data.runId } }
}

function TrialResult({ tried }: { tried: StartedRun }) {
  const t = useText()
  return (
    <>
      <Note tone={tried.failed > 0 ? 'warning' : 'success'} said="politely">
        {t('payments.run.tried', { succeeded: tried.succeeded, failed: tried.failed + tried.skipped })}
      </Note>
      <MissingNotes missing={tried.missing} when="before" />
    </>
  )
}
