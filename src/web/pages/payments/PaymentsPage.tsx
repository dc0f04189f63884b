/** Payments: those that wait for me, for others, all, and the attempts at the provider. The URL holds the open tab. */
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '../../api/session.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { ScreenSkeleton } from '../../ui/ScreenSkeleton.tsx'
import { PaymentList } from './PaymentList.tsx'
import { isPaymentTab, tabOf } from './tabs.ts'
import './payments.css'

const TransactionList = lazyComponent(async () => (await import('./transactions/TransactionList.tsx')).TransactionList)

const DeskTab = lazyComponent(async () => (await import('./desk/DeskTab.tsx')).DeskTab)

const FloatList = lazyComponent(async () => (await import('./floats/FloatList.tsx')).FloatList)

const FilesTab = lazyComponent(async () => (await import('./files/FilesTab.tsx')).FilesTab)
const RunsTab = lazyComponent(async () => (await import('./runs/RunsTab.tsx')).RunsTab)
const BooksTab = lazyComponent(async () => (await import('./books/BooksTab.tsx')).BooksTab)
const MonthTab = lazyComponent(async () => (await import('./books/MonthTab.tsx')).MonthTab)
const StatementsTab = lazyComponent(async () => (await import('./books/StatementsTab.tsx')).StatementsTab)
const PaidBeforeTab = lazyComponent(async () => (await import('./before/PaidBeforeTab.tsx')).PaidBeforeTab)
const ProvidersTab = lazyComponent(async () => (await import('./providers/ProvidersTab.tsx')).ProvidersTab)
const PolicyTab = lazyComponent(async () => (await import('./policy/PolicyTab.tsx')).PolicyTab)

const others = {
  desk: DeskTab,
  runs: RunsTab,
  transactions: TransactionList,
  floats: FloatList,
  files: FilesTab,
  books: BooksTab,
  month: MonthTab,
  statements: StatementsTab,
  before: PaidBeforeTab,
  providers: ProvidersTab,
  policy: PolicyTab,
}

export function PaymentsPage() {
  const [search] = useSearchParams()
  const view = tabOf(search, useSession().permissions.list)
  // Each tab keeps its own selection, so ticks do not carry over to another tab.
  if (isPaymentTab(view)) return <PaymentList key={view} view={view} />
  const Tab = others[view]
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <Tab />
    </Suspense>
  )
}
