/** The figures of the dashboard under the filter of its address, asked for once for all cards. */
import { useSearchParams } from 'react-router'
import { type Dashboard, dashboard } from '#contract/dashboard.ts'
import type { ApiError } from '../../api/api-error.ts'
import { useCall } from '../../api/query.ts'

/** As a card needs it, of any call. */
export interface CardCall<Answer> {
  data: Answer | undefined
  error: ApiError | null
  isFetching: boolean
  refetch: () => unknown
}

export interface DashboardFilter {
  surveyId?: string
  from?: string
  to?: string
}

const Day = /^[1-9]\d{3}-\d{2}-\d{2}$/

/** What the server would refuse is not asked for: an address may be typed by hand. */
function readFilter(search: URLSearchParams): DashboardFilter {
  const word = (name: string, shape: RegExp) => {
    const text = search.get(name) ?? ''
    return shape.test(text) ? text : undefined
  }
  const [surveyId, from, to] = [word('surveyId', /^[1-9A-Za-z][\w-]{0,14}$/), word('from', Day), word('to', Day)]
  return {
    ...(surveyId && { surveyId }),
    ...(from && { from }),
    ...(to && (from === undefined || from <= to) && { to }),
  }
}

export function useDashboard(): { filter: DashboardFilter; asked: CardCall<{ data: Dashboard }> } {
  const [search] = useSearchParams()
  const filter = readFilter(search)
  return { filter, asked: useCall(dashboard.get, { query: filter }, { keepPrevious: true }) }
}

/** The same call, of which a card shows one part. */
export function partOf<Part extends 'surveys' | 'responses' | 'payments'>(
  asked: CardCall<{ data: Dashboard }>,
  part: Part,
): CardCall<NonNullable<Dashboard[Part]>> {
  return { ...asked, data: asked.data?.data[part] ?? undefined }
}

/** The address of a list under words that may be missing. */
export function listAt(path: string, words: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, word] of Object.entries(words)) if (word !== undefined) search.set(name, String(word))
  return `${path}?${search.toString()}`
}
