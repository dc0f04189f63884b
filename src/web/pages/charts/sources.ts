/** Where the rows of a chart come from: calls that there are, by the caller's own rights; and a sample in their place. */
import * as samples from './samples.ts'
import { insight } from '#contract/insight.ts'
import { payments } from '#contract/payments.ts'
import { mapCells, sites } from '#contract/sites.ts'
import { surveyLife } from '#contract/survey-life.ts'
import { surveys } from '#contract/surveys.ts'
import { barsOfDays } from '#domain/answers/insight.ts'
import { paymentStatuses } from '#domain/money/payment.ts'
import type { PermissionName } from '#domain/people/permissions.ts'
import { responseStatuses } from '#domain/answers/response.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { ask, useCall } from '../../api/query.ts'
import { currentLocale } from '../../i18n/locale.ts'
import type { MessageId } from '../../i18n/messages.ts'
import { type Text, useText } from '../../i18n/text.ts'
import type { Row, SourceName } from './chart.ts'
import { charts } from './gallery.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useSession } from '../../api/session.ts'

interface Read {
  t: Text
  /** Of the survey chosen; 0: of none. */
  surveyId: number
}

interface Source {
  /** Headings: of the label, then of each value. */
  columns: readonly MessageId[]
  /** Undefined: no right is needed. */
  needs?: PermissionName
  /** The rows are those of one survey. */
  ofSurvey?: true
  /** Without it there is nothing but the sample. */
  read?: (about: Read) => Promise<Row[]>
  sample: (t: Text) => Row[]
}

/** So many surveys have room in a chart. */
const mostSurveys = 50
const mostQuestions = 10
/** More than a year, so that a calendar of one is whole. */
const mostDays = 400
/** A bar for each day, of however long a survey. */
const manyDays = 100_000

async function days(surveyId: number): Promise<{ day: string; n: number }[]> {
  const { data } = await ask(insight.ofSurvey, { params: { surveyId }, query: {} })
  return barsOfDays(data.days, manyDays).slice(-mostDays)
}

export const sources: Record<SourceName, Source> = {
  days: {
    columns: ['charts.day', 'charts.responses'],
    needs: 'responses.read',
    ofSurvey: true,
    read: async ({ surveyId }) => (await days(surveyId)).map(({ day, n }) => ({ label: day, values: [n] })),
    sample: () => samples.days().map(({ day, n }) => ({ label: day, values: [n] })),
  },
  weeks: {
    columns: ['charts.weekday', 'charts.week0', 'charts.week1', 'charts.week2'],
    needs: 'responses.read',
    ofSurvey: true,
    read: async ({ surveyId }) => samples.weeksOf(await days(surveyId)),
    sample: () => samples.weeksOf(samples.days()),
  },
  statuses: {
    columns: ['charts.status', 'charts.responses'],
    needs: 'surveys.read',
    ofSurvey: true,
    read: async ({ surveyId, t }) => {
      const { data } = await ask(surveyLife.progress, { params: { surveyId } })
      return statusRows(t, (status) => data.byStatus[status] ?? 0)
    },
    sample: (t) => statusRows(t, (_, at) => samples.counts[at] ?? 0),
  },
  questions: {
    columns: ['charts.question', 'charts.answers'],
    needs: 'responses.read',
    ofSurvey: true,
    read: async ({ surveyId }) => {
      const { data } = await ask(insight.ofSurvey, { params: { surveyId }, query: {} })
      const asked = data.questions.filter(({ answered }) => answered > 0).slice(0, mostQuestions)
      return asked.map(({ text, answered }) => ({ label: textIn(text, currentLocale()), values: [answered] }))
    },
    sample: (t) => samples.counts.map((n, at) => ({ label: `${t('charts.question')} ${at + 1}`, values: [n] })),
  },
  surveys: {
    columns: ['charts.survey', 'charts.responses', 'charts.questions', 'charts.participants'],
    needs: 'surveys.read',
    read: async ({ t }) => {
      const { list } = await ask(surveys.list, { query: { pageSize: mostSurveys, sort: '-updatedAt' } })
      return list.map(({ id, title, status, responseCount, questionCount, participantCount }) => ({
        key: String(id),
        label: title,
        of: t(`surveys.status.${status}`),
        values: [responseCount, questionCount, participantCount],
      }))
    },
    sample: (t) =>
      samples.counts.map((n, at) => ({
        label: `${t('charts.survey')} ${at + 1}`,
        of: t(`surveys.status.${at % 3 === 0 ? 'CLOSED' : 'PUBLISHED'}`),
        values: [n, 8 + 3 * at, Math.ceil(n / 2)],
      })),
  },
  payments: {
    columns: ['charts.status', 'charts.payments'],
    needs: 'payments.read',
    read: async ({ t }) => {
      const { statusCounts } = await ask(payments.list, { query: { pageSize: 1 } })
      return paymentRows(t, (status) => statusCounts[status])
    },
    sample: (t) => paymentRows(t, (_, at) => samples.counts[at] ?? 0),
  },
  sites: {
    columns: ['charts.place', 'charts.sites', 'charts.latitude', 'charts.longitude'],
    needs: 'sites.read',
    read: async ({ t }) => {
      const { data } = await ask(sites.map, { query: { cells: mapCells.most } })
      return data.spots.map(({ title, count, latitude, longitude }) => ({
        label: title ?? t('charts.sitesHere', { count }),
        values: [count, latitude, longitude],
      }))
    },
    sample: () => samples.places,
  },
  gallery: {
    columns: ['charts.chart', 'charts.charts'],
    read: async ({ t }) => galleryRows(t),
    sample: galleryRows,
  },
  pulse: { columns: ['charts.second', 'charts.responses'], sample: samples.pulse },
}

function statusRows(t: Text, count: (status: (typeof responseStatuses)[number], at: number) => number): Row[] {
  const rows = responseStatuses.map((key, at) => ({
    key,
    label: t(`responses.status.${key}`),
    values: [count(key, at)],
  }))
  return rows.filter(({ values: [n = 0] }) => n > 0)
}

function paymentRows(t: Text, count: (status: (typeof paymentStatuses)[number], at: number) => number): Row[] {
  const rows = paymentStatuses.map((key, at) => ({ key, label: t(`payments.status.${key}`), values: [count(key, at)] }))
  return rows.filter(({ values: [n = 0] }) => n > 0)
}

function galleryRows(t: Text): Row[] {
  return charts.map(({ name, group }) => ({ key: name, label: t(`charts.shows.${name}`), of: group, values: [1] }))
}

/** The rows of a chart: live where the caller has the right and there are some, else a sample. */
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
