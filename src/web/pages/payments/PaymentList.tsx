/** One tab of payments: the list, what is chosen of it, the review that follows, and the payment that is open. */
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paymentList, payments } from '#contract/payments.ts'
import type { PaymentCounts, PaymentRow } from '#contract/payment-rows.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { isStep, type PaymentStatus, paymentStatuses, paymentStepNames, paymentSteps } from '#domain/money/payment.ts'
import type { PaymentAction } from '#domain/money/payment-ways.ts'
import { useSession } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { takesWord, withWords } from '../../list/list-state.ts'
import { SurveyFilter } from '../../survey/SurveyFilter.tsx'
import { useList } from '../../list/use-list.ts'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { BalanceStrip } from './BalanceStrip.tsx'
import { ManualTools } from './manual/ManualTools.tsx'
import { BulkBar, type BulkBarProps } from './BulkBar.tsx'
import { BackToMembers, columnsOf, OutcomeFilter } from './OfMembers.tsx'
import { membersOf } from './runs/member-path.ts'
import { selectionOf } from './runs/choose-payments.ts'
import { choiceRefusal } from './step-refusal.ts'
import { StepFromFile } from './StepFromFile.tsx'
import { StatusFilter } from './StatusFilter.tsx'
import { useChosenPayments } from './use-chosen-payments.ts'
import { PaymentTabs } from './PaymentTabs.tsx'
import type { PaymentTab } from './tabs.ts'
import { usePaymentLabel, useRefusalText } from './words.ts'

const SelectionReview = lazyComponent(async () => (await import('./runs/SelectionReview.tsx')).SelectionReview)
const PaymentDrawer = lazyDialog(async () => (await import('./detail/PaymentDrawer.tsx')).PaymentDrawer)

/** While something is on its way to the provider, the list looks again: soon when it shows it, now and then otherwise. */
const movingMs = 4000
const elsewhereMs = 20_000

/** Why a person who took a step of a payment cannot choose it. */
const ownSteps = new Set<string>(['SELF_ACTION', 'APPROVAL_GIVEN'] satisfies ErrorCode[])

/** What still waits for a person or for the provider. */
const open: readonly PaymentStatus[] = ['ELIGIBLE', 'INITIATED', 'APPROVED', 'PROCESSING', 'FAILED', 'REVERSING']

const statusesOf: Record<PaymentTab, readonly PaymentStatus[]> = {
  mine: open,
  others: open,
  all: paymentStatuses,
}

/** The status and the survey have controls of their own. */
const { status: _status, surveyId: _surveyId, ...kinds } = paymentList.filters
const blankable = ['siteId', 'participantId', 'reason', 'uploadId']

export function PaymentList({ view }: { view: PaymentTab }) {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const [asked, setAsked] = useState<{ id: string; action: PaymentAction }>()
  const label = usePaymentLabel()
  const refusalText = useRefusalText()
  const opened = useOpenedWord('open')
  const { permissions } = useSession()
  const fixed = fixedOf(view, search)
  const members = membersOf(search)
  const list = useList(payments.list, columnsOf(members), {
    name: 'payments',
    filters: ['status', 'surveyId', 'selectionId', 'outcome'],
    places: ['selectionId'],
    // Without its run an outcome says nothing.
    asCallWords: ({ outcome, ...words }) => ({ ...words, ...(members && outcome && { outcome }) }),
    kinds,
    canBeBlank: (name) => blankable.includes(name),
    sort: paymentList.sort,
    exporting: { start: payments.export, keys: Object.keys(paymentList.file.shape), fixed },
    fixed,
    idOf: ({ paymentId }) => paymentId,
    open: ({ paymentId }) => ({ search: withWords(search, { open: paymentId }).toString() }),
    linkState: { opened: 'open' },
    label,
    refusalOf: (payment) => refusalText(choiceRefusal(payment)),
    emptyText: view === 'mine' ? 'payments.nothingForMe' : undefined,
    everyMs: whileProcessing,
  })
  const picked = useChosenPayments(list)
  const statuses = statusesOf[view]
  const maySelect = paymentStepNames.some((step) => permissions.list.includes(paymentSteps[step].needs))
  const own = list.data.rows.filter((row) => ownSteps.has(choiceRefusal(row) ?? '')).length

  /** Each way that this person may take opens the payment with its question. */
  function rowActions({ paymentId, allowedActions }: PaymentRow) {
    return allowedActions
      .filter(({ action, allowed }) => allowed && !isStep(action))
      .map(({ action }) => ({
        text: `${t(`payments.action.${action}`)}…`,
        act: () => openWith(paymentId, action),
      }))
  }

  function openWith(paymentId: number, action: PaymentAction) {
    setAsked({ id: String(paymentId), action })
    setSearch(withWords(search, { open: paymentId }), { state: { opened: 'open' } })
  }

  const onAsk: BulkBarProps['onAsk'] = ({ paymentId }, step) => openWith(paymentId, step)

  // Here and not on its own: a user who comes back from it finds the ticks.
  const selectionId = selectionOf(search)
  if (selectionId !== undefined) {
    return (
      <Suspense fallback={<div className="payment-bones" aria-busy="true" />}>
        <SelectionReview key={selectionId} id={selectionId} />
      </Suspense>
    )
  }
  return (
    <ListPage
      title="payments.title"
      {...list}
      selection={picked.selection}
      actions={
        <>
          <StepFromFile />
          <ManualTools />
        </>
      }
      above={
        <>
          {!members && <BalanceStrip />}
          <PaymentTabs open={view} />
          {members && <BackToMembers members={members} />}
          <StatusFilter
            statuses={statuses}
            chosen={list.view.state.filters['status'] ?? ''}
            counts={list.data.answer?.statusCounts}
            amounts={list.data.answer?.amounts}
            isLoading={list.data.isLoading}
          />
        </>
      }
      filters={
        <>
          <SurveyFilter view={list.view} />
          {members && <OutcomeFilter view={list.view} members={members} />}
          {maySelect && own > 0 && <p className="own-items">{t('payments.ownItems', { count: own })}</p>}
        </>
      }
      rowActions={rowActions}
      bulk={maySelect ? () => bulkBar({ list, picked, fixed, onAsk }) : undefined}
      offersMatching={maySelect}
    >
      {opened.value !== '' && (
        <PaymentDrawer
          key={opened.value}
          id={opened.value}
          asked={asked?.id === opened.value ? asked.action : undefined}
          onClose={() => {
            setAsked(undefined)
            opened.close()
          }}
        />
      )}
    </ListPage>
  )
}

function bulkBar(props: BulkBarProps) {
  return <BulkBar {...props} />
}

/** What the tab asks for beyond the filters of the URL. */
function fixedOf(view: PaymentTab, search: URLSearchParams): Record<string, string> {
  switch (view) {
    case 'mine':
      return { waitingForMe: 'true' }
    case 'others':
      return {
        waitingForMe: 'false',
        ...(takesWord(payments.list, 'status', search.get('status')) ? {} : { status: open.join(',') }),
      }
    case 'all':
      return {}
  }
}

function whileProcessing(answer: { list: PaymentRow[]; statusCounts: PaymentCounts } | undefined): number | undefined {
  if (!answer || answer.statusCounts.PROCESSING === 0) return undefined
  const isMoving = answer.list.some(({ processingState }) => processingState !== null && processingState !== 'UNKNOWN')
  return isMoving ? movingMs : elsewhereMs
}
