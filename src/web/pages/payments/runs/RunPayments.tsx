/** Where the payments of a run are now, each status with a link to its payments, and the step that this person may take next. */
import { payments } from '#contract/payments.ts'
import type { Run } from '#contract/payment-runs.ts'
import { isResumable, undoneOf } from '#domain/money/payment-run.ts'
import { paymentStatuses, takesSteps } from '#domain/money/payment.ts'
import { useCall } from '../../../api/query.ts'
import { useSession } from '../../../api/session.ts'
import { useText } from '../../../i18n/text.ts'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { StepButton } from '../BulkBar.tsx'
import { stepsOpenTo } from '../matching-steps.ts'
import { StatusFilter } from '../StatusFilter.tsx'
import { useChoosePayments } from './choose-payments.ts'

/** While money is on its way. Of a large run less often: each look counts all its payments. */
const movingMs = 4000
const countedPerMs = 10

export function RunPayments({ run }: { run: Run }) {
  const t = useText()
  const query = { runId: String(run.id), pageSize: 1 }
  const { data, error, refetch, isPending } = useCall(
    payments.list,
    { query },
    {
      everyMs: (answer) =>
        answer && answer.statusCounts.PROCESSING > 0 ? Math.max(movingMs, run.total / countedPerMs) : undefined,
    },
  )
  return (
    <section>
      <h2>{t('payments.run.now')}</h2>
      {error && !data && <LoadProblem error={error} onRetry={() => void refetch()} />}
      <StatusFilter
        statuses={paymentStatuses}
        counts={data?.statusCounts}
        amounts={data?.amounts}
        isLoading={isPending}
        searchOf={(status) =>
          new URLSearchParams({ view: 'all', runId: query.runId, ...(status && { status }) }).toString()
        }
      />
      {!isResumable(run.state) && <NextSteps run={run} />}
    </section>
  )
}

/** Rejection is left to the list, where one sees whom it concerns. */
function NextSteps({ run }: { run: Run }) {
  const runId = String(run.id)
  const { list: permissions } = useSession().permissions
  const { choose, isBusy, error } = useChoosePayments()
  const filter = { runId, waitingForMe: 'true' } as const
  const { data } = useCall(
    payments.list,
    { query: { ...filter, pageSize: 1 } },
    { enabled: takesSteps(new Set(permissions)) },
  )
  const steps = data
    ? stepsOpenTo(permissions, filter, data.statusCounts).filter(
        ({ step }) => step !== 'reject' && (step !== run.step || undoneOf(run) === 0),
      )
    : []
  if (steps.length === 0) return null
  return (
    <div className="run-actions">
      {steps.map(({ step, count }) => (
        <StepButton
          key={step}
          step={step}
          count={count}
          isBusy={isBusy}
          onClick={() => void choose({ step, filter })}
        />
      ))}
      <ErrorNote error={error} />
    </div>
  )
}
