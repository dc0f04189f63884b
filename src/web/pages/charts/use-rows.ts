/** The rows of a chart: live where the caller has the right and there are some, else a sample. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { surveys } from '#contract/surveys.ts'
import { ApiError } from '../../api/api-error.ts'
import { useCall } from '../../api/query.ts'
import { useSession } from '../../api/session.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { useText } from '../../i18n/text.ts'
import type { Row, SourceName } from './chart.ts'
import { sources } from './sources.ts'

interface Shown {
  rows: readonly Row[]
  isSample: boolean
}

export interface Rows extends Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> {
  shown: Shown | undefined
  /** The survey of the rows; undefined if they belong to none. */
  survey: { id: number } | undefined
}

const someSurveys = { pageSize: 50, sort: '-updatedAt' } as const

/** `given`: the survey that the address names; without one it is that with most responses. */
export function useRows(name: SourceName, given: number | undefined): Rows {
  const t = useText()
  const { permissions } = useSession()
  const { needs, ofSurvey, read, sample } = sources[name]
  const may = needs === undefined || permissions.list.includes(needs)
  const maySurveys = permissions.list.includes('surveys.read')
  const isAsked = read !== undefined && may && (!ofSurvey || maySurveys)
  const some = useCall(
    surveys.list,
    { query: someSurveys },
    { enabled: isAsked && ofSurvey === true && given === undefined },
  )
  const most = some.data?.list.reduce((a, b) => (b.responseCount > a.responseCount ? b : a), some.data.list[0] as Named)
  const surveyId = given ?? most?.id
  const found = useQuery({
    queryKey: ['charts', name, surveyId ?? 0, currentLocale()],
    queryFn: async () => (await read?.({ t, surveyId: surveyId ?? 0 }).catch(noneOfRefused)) ?? [],
    enabled: isAsked && (!ofSurvey || surveyId !== undefined),
  })
  const hasNoSurvey = ofSurvey === true && some.data?.list.length === 0
  const rows = !isAsked || hasNoSurvey ? none : found.data
  const shown = useMemo(
    () => rows && { rows: rows.length > 0 ? rows : sample(t), isSample: rows.length === 0 },
    [rows, sample, t],
  )
  const { error, isFetching, refetch } = some.error ? some : found
  return {
    shown,
    error,
    isFetching,
    refetch,
    survey: ofSurvey && isAsked && surveyId !== undefined ? { id: surveyId } : undefined,
  }
}

interface Named {
  id: number
  responseCount: number
}

const none: Row[] = []

/** Which surveys a caller may look into differs from survey to survey. */
function noneOfRefused(error: unknown): Row[] {
  if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return none
  throw error
}
