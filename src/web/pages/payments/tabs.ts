/** The tabs of the payments screen. No payment waits for a user who takes no steps: they begin with all. Pure. */
import { takesSteps } from '#domain/money/payment.ts'

const tabs = [
  'mine',
  'others',
  'all',
  'desk',
  'runs',
  'transactions',
  'floats',
  'files',
  'books',
  'month',
  'statements',
  'before',
  'providers',
  'policy',
] as const
export type Tab = (typeof tabs)[number]
export type PaymentTab = 'mine' | 'others' | 'all'

/** Whether it shows payments themselves. */
export function isPaymentTab(tab: Tab): tab is PaymentTab {
  return tab === 'mine' || tab === 'others' || tab === 'all'
}

type Permissions = readonly string[]

/** Those there are, the one that the screen opens with first among them. */
export function tabsFor(permissions: Permissions): readonly Tab[] {
  return takesSteps(new Set(permissions)) ? tabs : tabs.slice(2)
}

export function tabOf(search: URLSearchParams, permissions: Permissions): Tab {
  const asked = tabs.find((tab) => tab === search.get('view'))
  return asked ?? tabsFor(permissions)[0] ?? 'mine'
}

/** The tab under a link: it starts from its first page, but stays with the survey one came for. */
export function searchOf(tab: Tab, search: URLSearchParams, permissions: Permissions): string {
  const next = new URLSearchParams()
  if (tab !== tabsFor(permissions)[0]) next.set('view', tab)
  const surveyId = search.get('surveyId')
  if (surveyId && isPaymentTab(tab)) next.set('surveyId', surveyId)
  return next.toString()
}
