/** A selection before it is started: how many, how much, the payments left out with the reason, the floats, and who comes next. */
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paymentRuns, paymentSelections, type Selection, type StartedRun } from '#contract/payment-runs.ts'
import { maxAtOnce } from '#contract/payments.ts'
import { ApiError } from '../../../api/api-error.ts'
import { newKey } from '../../../api/client.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Note } from '../../../ui/Note.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { PaymentsSkeleton } from '../PaymentsSkeleton.tsx'
import { noRejection, RejectReason, rejectionFields, useRejectionProblem } from '../RejectReason.tsx'
import { refreshPayments } from '../take-step.ts'
import { useSumText } from '../words.ts'
import { MissingNotes } from '../MissingNotes.tsx'
import { PaperHead, PaperSignatures, PrintButton, signersOf } from '../Paper.tsx'
import { SelectionSheet } from './SelectionSheet.tsx'
import { SourceText } from './run-words.tsx'

export function SelectionReview({ id }: { id: number }) {
  const t = useText()
  const { data, error, refetch } = useCall(paymentSelections.get, { params: { id } })
  const selection = data?.data
  return (
    <section className="review runs">
      {selection && <title>{`${t(`payments.review.${selection.step}.title`)} · Canvass`}</title>}
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!selection && !error && <PaymentsSkeleton />}
      {selection && <Review selection={selection} />}
    </section>
  )
}

function Review({ selection }: { selection: Selection }) {
  const t = useText()
  const sumText = useSumText()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [isAtomic, setAtomic] = useState(false)
  const [rejection, setRejection] = useState(noRejection)
  const [tried, setTried] = useState<StartedRun>()
  const rejectionProblem = useRejectionProblem()
  // One key for each intention: a press that is repeated after a lost answer does nothing twice.
  const keys = useRef({ start: newKey(), try: newKey() })
  const starting = useSend(paymentSelections.start, { refreshes: [paymentRuns.list] })
  const { id, step, source, count, willing, runId } = selection
  const isSmall = count <= maxAtOnce

  async function start(dryRun: boolean) {
    const body = {
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(step === 'reject' ? rejectionFields(rejection) : {}),
      ...(isAtomic ? { atomic: true } : {}),
      ...(dryRun ? { dryRun } : {}),
    }
    setTried(undefined)
    const idempotencyKey = dryRun ? keys.current.try : keys.current.start
    const answer = await starting.mutateAsync({ params: { id }, body, idempotencyKey }).catch(toRunStarted)
    // A further try is another one; so is a start after a refusal.
    keys.current = { start: newKey(), try: newKey() }
    if (!answer) return
    await refreshPayments()
    if (answer.data.runId === null) setTried(answer.data as StartedRun)
    else await navigate({ search: `view=runs&run=${answer.data.runId}` }, { replace: true })
  }

  function refusal(): string | undefined {
    return step === 'reject' ? rejectionProblem(rejection) : undefined
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
      {willing.count > 0 && step === 'reject' && <RejectReason value={rejection} onChange={setRejection} />}
      <ErrorNote error={starting.error && !isStarted(starting.error) ? starting.error : undefined} />
      <PaperSignatures by={signersOf[step]} />
      <footer className="review-foot">
        <Button size="large" onClick={() => void navigate(-1)}>
          {t('action.cancel')}
        </Button>
        <PrintButton size="large" />
        {willing.count > 0 && (
          <>
            <Button
              size="large"
              loading={starting.isPending && starting.variables.body.dryRun === true}
              refusal={refusal()}
              onClick={() => void start(true)}
            >
              {t('payments.run.try')}
            </Button>
            <Button
              size="large"
              look="primary"
              tone={step === 'reject' ? 'danger' : undefined}
              loading={starting.isPending && starting.variables.body.dryRun !== true}
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

function isStarted(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'ALREADY_DONE'
}

/** It was started before, in another tab or by a request whose answer was lost: its run tells the rest. */
function toRunStarted(error: unknown): { data: { runId: number | null } } | undefined {
  const data = isStarted(error) ? ((error as ApiError).data as { runId?: number } | undefined) : undefined
  return data?.runId === undefined ? undefined : { data: { runId: data.runId } }
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
