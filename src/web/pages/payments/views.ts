/** The tabs of the payments screen. Nothing waits for whoever takes no step of a payment: they begin with all. Pure. */
import { takesSteps } from '#domain/payment.ts'

const views = ['mine', 'others', 'all', 'transactions'] as const
export type View = (typeof views)[number]
export type PaymentView = Exclude<View, 'transactions'>

type Permissions = readonly string[]

/** Those there are, the one that the screen opens with first among them. */
export function viewsFor(permissions: Permissions): readonly View[] {
  return takesSteps(new Set(permissions)) ? views : ['all', 'transactions']
}

export function viewOf(search: URLSearchParams, permissions: Permissions): View {
  const asked = views.find((view) => view === search.get('view'))
  return asked ?? viewsFor(permissions)[0] ?? 'mine'
}

/** The tab under a link: it starts from its first page, but stays with the survey one came for. */
export function searchOf(view: View, search: URLSearchParams, permissions: Permissions): string {
  const next = new URLSearchParams()
  if (view !== viewsFor(permissions)[0]) next.set('view', view)
  const surveyId = search.get('surveyId')
  if (surveyId && view !== 'transactions') next.set('surveyId', surveyId)
  return next.toString()
}
