import { Suspense } from 'react'
import { Link } from 'react-router'
import { companies } from '#contract/companies.ts'
import type { Resource } from '#contract/resource.ts'
import { sites } from '#contract/sites.ts'
import { subcategories } from '#contract/subcategories.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { texts } from '#contract/texts.ts'
import { noticePlaces } from '#domain/surveys/notices.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { useCall } from '../../api/query.ts'
import { useCan } from '../../api/session.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { fact, type Fact, Facts } from '../../ui/Facts.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { AnsweringPanel } from './overview/AnsweringPanel.tsx'
import { ProgressPanel } from './overview/ProgressPanel.tsx'
import { phonesOf } from './phones-of.ts'
import { SurveyPay } from './SurveyPay.tsx'
import { payments } from '#contract/payments.ts'
import { paymentStatuses } from '#domain/money/payment.ts'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { Amounts } from '../../money/Amounts.tsx'
import './overview/overview.css'

/** With the texts of insight, which name the groups. */
const TargetsPanel = lazyComponent(async () => (await import('./insight/TargetsPanel.tsx')).TargetsPanel, 'insight')

const Retention = lazyComponent(async () => (await import('../../erasures/Retention.tsx')).Retention, 'erasures')

export function OverviewTab({ survey }: { survey: SurveyDetail }) {
  const canSeePayments = useCan('payments.read')
  const canSeeResponses = useCan('responses.read')
  return (
    <div className="overview">
      <div className="overview-column">
        <ProgressPanel survey={survey} />
        {canSeeResponses && (
          <Suspense>
            <TargetsPanel survey={survey} />
          </Suspense>
        )}
      </div>
      <div className="overview-column">
        <AnsweringPanel survey={survey} />
        {canSeePayments && survey.surveyType === 'PAID' && <PaymentsPanel survey={survey} />}
      </div>
      <Settings survey={survey} />
    </div>
  )
}

/** The settings of the survey as facts. */
function Settings({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const format = useFormat()
  const canRead = useCan(texts.read)
  const phones = phonesOf(survey)
  const { summary, description } = survey.texts
  return (
    <Panel className="overview-part overview-wide" heading={t('surveys.settings')}>
      <Facts
        of={[
          fact(t('surveys.payPerResponse'), <SurveyPay survey={survey} />),
          fact(t('surveys.field.accessibility'), t(`surveys.accessibility.${survey.accessibility}`)),
          fact(
            t('surveys.phones'),
            phones === undefined
              ? t('surveys.phonesWhole')
              : t('surveys.phonesOf', { country: format.country(phones) }),
          ),
          useRecordFact({ field: 'subcategoryId', of: subcategories, path: '/subcategory', survey }),
          useRecordFact({ field: 'companyId', of: companies, path: '/companies', survey }),
          useRecordFact({ field: 'siteId', of: sites, path: '/site', survey }),
          fact(t('surveys.field.costCode'), survey.costCode),
          fact(t('surveys.field.retention'), <Retention of={survey.retention} />),
          // The kept texts around the questions, as the next publication has them.
          ...noticePlaces.map((place): Fact => {
            const notice = survey.notices?.[place]
            const linked = notice && canRead ? <Link to={`/editor/${notice.id}`}>{notice.title}</Link> : notice?.title
            return fact(t(`surveys.field.${place}TextId`), linked)
          }),
          fact(t('surveys.field.questionCount'), format.number(survey.questionCount)),
          fact(t('surveys.field.statusReason'), survey.statusReason, 'long'),
          fact(t('surveys.field.encodedId'), <CopyText text={survey.encodedId} />),
          fact(t('surveys.field.createdAt'), format.dateTime(survey.createdAt)),
          fact(t('surveys.field.updatedAt'), format.dateTime(survey.updatedAt)),
        ]}
      />
      <Words heading={t('surveys.field.summary')} text={summary && textIn(summary, currentLocale())} />
      <Words heading={t('surveys.field.description')} text={description && textIn(description, currentLocale())} />
    </Panel>
  )
}

interface Referred {
  field: 'subcategoryId' | 'companyId' | 'siteId'
  of: Pick<Resource, 'get' | 'read'>
  path: string
  survey: SurveyDetail
}

/** What the survey refers to, by its title; those who may not read that see its number. */
function useRecordFact({ field, of: { get, read }, path, survey }: Referred): Fact {
  const t = useText()
  const canRead = useCan(read)
  const { [field]: id } = survey
  const { data } = useCall(get, { params: { id } } as never, { enabled: canRead && id !== null })
  const title = (data as { data?: { title: string } } | undefined)?.data?.title
  const shown = canRead ? <Link to={`${path}/${id}`}>{title ?? `#${id}`}</Link> : `#${id}`
  return fact(t(`surveys.field.${field}`), id !== null && shown)
}

function Words({ heading, text }: { heading: string; text: string | null }) {
  if (text === null || text === '') return null
  return (
    <section className="survey-words">
      <h2>{heading}</h2>
      <p>{text}</p>
    </section>
  )
}

/** What the survey owes and has paid, by status. */
function PaymentsPanel({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const format = useFormat()
  const { data, error, refetch } = useCall(payments.list, { query: { surveyId: survey.id, pageSize: 1 } })
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data) return <Panel className="overview-part" aria-busy="true" />
  const there = paymentStatuses.filter((status) => data.statusCounts[status] > 0)
  return (
    <Panel className="overview-part" heading={t('surveys.payments')}>
      {there.length === 0 && <p className="blank">{t('surveys.paymentsNone')}</p>}
      {there.length > 0 && (
        <>
          <ul className="overview-payments">
            {there.map((status) => (
              <li key={status}>
                <RecordStatus of="payments" status={status} />
                <span>{format.number(data.statusCounts[status])}</span>
                <Amounts of={data.amounts[status]} />
              </li>
            ))}
          </ul>
          <p>
            <Link to={`/payments?surveyId=${survey.id}`}>{t('surveys.paymentsOpen')}</Link>
          </p>
        </>
      )}
    </Panel>
  )
}
