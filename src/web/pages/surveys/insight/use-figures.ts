/** The figures of a view of insight under a filter, counted now. */
import { useState } from 'react'
import { insight } from '#contract/insight.ts'
import type { FigureView } from '#contract/reports.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { useCall } from '../../../api/query.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { type CrossFigures, figuresOf, mergedPeriods, periodOf } from './cross-figures.ts'
import { periodBefore, useNames } from './names.ts'
import type { InsightFilter } from './use-insight-filter.ts'

/** The charts of some questions under the filter of the page. `isDue`: they are asked for by now. */
export function useCharts(surveyId: number, filter: InsightFilter, codes: readonly string[], isDue = true) {
  const query = {
    ...filter.asQuery(filter.view.state.filters),
    ...(codes.length > 0 ? { questions: codes.join(',') } : {}),
  }
  const enabled = isDue && filter.isKnown
  return useCall(insight.ofSurvey, { params: { surveyId }, query }, { enabled, keepPrevious: true })
}

interface Figures {
  figures: CrossFigures | undefined
  /** The responses that were counted. */
  total: number
  error: ApiError | null
  refetch: () => unknown
}

/** `words`: the filter in the words of the page. */
export function useFigures(
  surveyId: number,
  view: FigureView,
  words: Readonly<Record<string, string>>,
  filter: InsightFilter,
): Figures {
  const t = useText()
  const format = useFormat()
  const names = useNames(filter.questions)
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const { rows, by, weight } = view
  const period = by === periodBefore ? periodOf(words, today) : undefined
  const query = { rows, ...(weight ? { weight } : {}), ...filter.asQuery(words) }
  const asked = (more: object) => ({ params: { surveyId }, query: { ...query, ...more } })
  const isKnown = filter.questions.length > 0
  const now = useCall(insight.cross, asked(by && by !== periodBefore ? { by } : {}), { enabled: isKnown })
  const [from, to] = period?.before ?? []
  const before = useCall(insight.cross, asked({ submittedAt: undefined, from, to }), {
    enabled: isKnown && period !== undefined,
  })
  const found = now.data?.data
  const earlier = before.data?.data
  const span = ([first = '', last = '']: readonly string[]) => `${format.utcDay(first)} – ${format.utcDay(last)}`
  const cross =
    period && found ? earlier && mergedPeriods(found, earlier, [span(period.now), span(period.before)]) : found
  const figures = cross && figuresOf(cross, view, names, t)
  return { figures, total: found?.total ?? 0, error: now.error ?? before.error, refetch: now.refetch }
}
