/** One survey: its head and its tabs. The URL names the open tab and the open form. */
import { Suspense, useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { surveys, type SurveyDetail } from '#contract/surveys.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { isMissing } from '../../api/api-error.ts'
import { useCall } from '../../api/query.ts'
import { useCan } from '../../api/session.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { useText } from '../../i18n/text.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { History } from '../../history/History.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RecordTitle } from '../../ui/RecordTitle.tsx'
import { NotFoundScreen } from '../../ui/Screen.tsx'
import { ScreenSkeleton } from '../../ui/ScreenSkeleton.tsx'
import { toast } from '../../ui/toasts.ts'
import { loadResponses } from './load-responses.ts'
import { OverviewTab } from './OverviewTab.tsx'
import { SurveyHead } from './SurveyHead.tsx'
import '../../list/list.css'
import '../../record/record.css'
import './surveys.css'

const ContentTab = lazyComponent(async () => (await import('./content/ContentTab.tsx')).ContentTab)
const ExcelTab = lazyComponent(async () => (await import('./excel/ExcelTab.tsx')).ExcelTab)
const ResponsesTab = lazyComponent(async () => (await loadResponses()).ResponsesTab, 'insight', 'listTools')
const ReportsTab = lazyComponent(
  async () => (await import('./insight/ReportsTab.tsx')).ReportsTab,
  'insight',
  'listTools',
)
const PaymentsTab = lazyComponent(async () => (await import('./PaymentsTab.tsx')).PaymentsTab)
const AccessTab = lazyComponent(async () => (await import('./access/AccessTab.tsx')).AccessTab, 'administrative-units')
const GeofenceTab = lazyComponent(
  async () => (await import('./geofence/GeofenceTab.tsx')).GeofenceTab,
  'reference',
  'administrative-units',
)
const PreviewTab = lazyComponent(async () => (await import('./preview/PreviewTab.tsx')).PreviewTab)
const VersionsTab = lazyComponent(async () => (await import('./versions/VersionsTab.tsx')).VersionsTab)

const tabs = [
  'overview',
  'content',
  'preview',
  'geofence',
  'excel',
  'responses',
  'reports',
  'payments',
  'access',
  'versions',
  'history',
] as const
type Tab = (typeof tabs)[number]

export function SurveyPage() {
  const { id = '' } = useParams()
  const t = useText()
  const seesAll = useCan('surveys.all')
  const { data, error, refetch } = useCall(surveys.get, { params: { id } })
  useLoadFailure(error)
  // The server does not tell a survey that was not given from one that is not there.
  if (error && isMissing(error)) return <NotFoundScreen text={seesAll ? undefined : t('surveys.maybeNotGiven')} />
  return (
    <section className="survey">
      {error && <LoadProblem title="surveys.loadFailed" error={error} onRetry={() => void refetch()} />}
      {data && <OpenSurvey key={data.data.id} survey={data.data} />}
      {!data && !error && <ScreenSkeleton />}
    </section>
  )
}

/** Seed §8. The page itself says why, with a way to try again. */
function useLoadFailure(error: unknown): void {
  const t = useText()
  useEffect(() => {
    if (error) toast(t('surveys.loadFailed'))
  }, [error, t])
}

function OpenSurvey({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const [search] = useSearchParams()
  const open = tabs.find((tab) => tab === search.get('tab')) ?? 'overview'
  return (
    <>
      <RecordTitle name={textIn(survey.texts.title, currentLocale())} />
      <SurveyHead survey={survey} />
      <LinkTabs
        label={t('surveys.tabs')}
        open={open}
        tabs={tabs.map((key) => ({
          key,
          to: { search: key === 'overview' ? '' : `?tab=${key}` },
          text: t(`surveys.tab.${key}`),
          count: countOf(key, survey),
        }))}
      />
      <Suspense fallback={<ScreenSkeleton />}>
        <OpenTab tab={open} survey={survey} />
      </Suspense>
    </>
  )
}

function countOf(tab: Tab, { questionCount, responseCount }: SurveyDetail): number | undefined {
  if (tab === 'content') return questionCount
  return tab === 'responses' ? responseCount : undefined
}

function OpenTab({ tab, survey }: { tab: Tab; survey: SurveyDetail }) {
  switch (tab) {
    case 'overview':
      return <OverviewTab survey={survey} />
    case 'content':
      return <ContentTab survey={survey} renderLive={(now) => <PreviewTab survey={now} beside />} />
    case 'preview':
      return <PreviewTab survey={survey} />
    case 'geofence':
      return <GeofenceTab survey={survey} />
    case 'excel':
      return <ExcelTab survey={survey} />
    case 'responses':
      return <ResponsesTab survey={survey} />
    case 'reports':
      return <ReportsTab survey={survey} />
    case 'payments':
      return <PaymentsTab survey={survey} />
    case 'access':
      return <AccessTab survey={survey} />
    case 'versions':
      return <VersionsTab survey={survey} />
    case 'history':
      return (
        <Panel>
          <History subjectType="survey" subjectId={survey.id} />
        </Panel>
      )
  }
}
