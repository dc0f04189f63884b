/** Runs of payments: all of them, one under its address, or a selection that is yet to be started. */
import { useSearchParams } from 'react-router'
import { selectionOf } from './choose-payments.ts'
import { RunPage } from './RunPage.tsx'
import { SelectionReview } from './SelectionReview.tsx'
import { paymentRuns, type Run, runFilters } from '#contract/payment-runs.ts'
import { isMoving, runStates, runStepNames } from '#domain/money/payment-run.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { column, dateTime, endColumn } from '../../../list/columns.tsx'
import { FilterSelect } from '../../../list/FilterSelect.tsx'
import { ListPage } from '../../../list/ListPage.tsx'
import { useList } from '../../../list/use-list.ts'
import { Amounts } from '../../../money/Amounts.tsx'
import { RecordStatus } from '../../../record/RecordStatus.tsx'
import { PaymentTabs } from '../PaymentTabs.tsx'
import { useRunName } from './run-words.tsx'
import './runs.css'

export function RunsTab() {
  const [search] = useSearchParams()
  const selection = selectionOf(search)
  const run = Number(search.get('run')) || undefined
  if (selection !== undefined) return <SelectionReview key={selection} id={selection} />
  return run === undefined ? <RunList /> : <RunPage key={run} id={run} />
}

/** All runs that the reader sees, the newest first. */
const everyMs = 2000

const columns = [
  { ...column('name', (run: Run) => <Name run={run} />), grows: true as const },
  column('state', ({ state }: Run) => <RecordStatus of="runs" status={state} />),
  endColumn('done', (run: Run) => <Progress run={run} />),
  endColumn('totalAmount', ({ totalAmount }: Run) => <Amounts of={totalAmount} />),
  column('startedBy', ({ startedBy }: Run) => startedBy?.name ?? <span className="blank">–</span>),
  dateTime('createdAt'),
]

const { state: _state, step: _step, ...kinds } = runFilters

function RunList() {
  const t = useText()
  const nameOf = useRunName()
  const list = useList(paymentRuns.list, columns, {
    name: 'runs',
    filters: ['state', 'step'],
    kinds,
    label: nameOf,
    open: ({ id }) => ({ search: `view=runs&run=${id}` }),
    emptyText: 'payments.run.none',
    everyMs: (answer) => (answer?.list.some(({ state }) => isMoving(state)) ? everyMs : undefined),
  })
  return (
    <ListPage
      title="payments.title"
      counted="payments.run.counted"
      {...list}
      above={<PaymentTabs open="runs" />}
      filters={
        <>
          <FilterSelect
            view={list.view}
            name="state"
            options={runStates.map((value) => ({ value, label: t(`payments.run.state.${value}`) }))}
          />
          <FilterSelect
            view={list.view}
            name="step"
            options={runStepNames.map((value) => ({ value, label: t(`payments.run.step.${value}`) }))}
          />
        </>
      }
    />
  )
}

function Name({ run }: { run: Run }) {
  return useRunName()(run)
}

function Progress({ run: { done, total, failed } }: { run: Run }) {
  const t = useText()
  const format = useFormat()
  return (
    <span className="run-progress-cell">
      <span>{done === total ? format.number(total) : t('payments.run.doneOf', { done, total })}</span>
      {failed > 0 && <small>{t('payments.run.failedCount', { count: failed })}</small>}
    </span>
  )
}
