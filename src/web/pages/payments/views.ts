/** The tabs of the payments screen. */
export const views = ['mine', 'others', 'all', 'transactions'] as const
export type View = (typeof views)[number]
export type PaymentView = Exclude<View, 'transactions'>

export function viewOf(search: URLSearchParams): View {
  return views.find((view) => view === search.get('view')) ?? 'mine'
}

/** The tab under a link: it starts from its first page, but stays with the survey one came for. */
export function searchOf(view: View, search: URLSearchParams): string {
  const next = new URLSearchParams()
  if (view !== 'mine') next.set('view', view)
  const surveyId = search.get('surveyId')
  if (surveyId && view !== 'transactions') next.set('surveyId', surveyId)
  return next.toString()
}
