import { Link } from 'react-router'
import { companies } from '#contract/companies.ts'
import type { Resource } from '#contract/resource.ts'
import { sites } from '#contract/sites.ts'
import { subcategories } from '#contract/subcategories.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { texts } from '#contract/texts.ts'
import { type NoticePlace, noticePlaces } from '#domain/surveys/notices.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { useCall } from '../../api/query.ts'
import { useCan } from '../../api/session.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { AnsweringPanel } from './overview/AnsweringPanel.tsx'
import './overview/overview.css'
import { phonesOf } from './phones-of.ts'
import { SurveyPay } from './SurveyPay.tsx'
import { payments } from '#contract/payments.ts'
import { paymentStatuses } from '#domain/money/payment.ts'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { RecordStatus } from '../../record/RecordStatus.tsx'
import { Amounts } from '../../money/Amounts.tsx'
import { surveyLife } from '#contract/survey-life.ts'
import { type ResponseStatus, responseStatuses } from '#domain/answers/response.ts'
import { Note } from '../../ui/Note.tsx'
import { type Share, ShareBar } from '../../ui/ShareBar.tsx'
import { DayChart } from '../../charts/DayChart.tsx'
import { Unattended } from './Unattended.tsx'

export function OverviewTab({ survey }: { survey: SurveyDetail }) {
  const canSeePayments = useCan('payments.read')
  return (
    <div className="overview">
      <ProgressPanel survey={survey} />
      <AnsweringPanel survey={survey} />
      {canSeePayments && survey.surveyType === 'PAID' && <PaymentsPanel survey={survey} />}
      <Settings survey={survey} />
    </div>
  )
}

/** The settings of the survey as facts. */
function Settings({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const format = useFormat()
  const phones = phonesOf(survey)
  const { summary, description } = survey.texts
  return (
    <Panel className="overview-part overview-wide">
      <h2>{t('surveys.settings')}</h2>
      <Facts>
        <Fact name={t('surveys.payPerResponse')}>
          <SurveyPay survey={survey} />
        </Fact>
        <Fact name={t('surveys.field.accessibility')}>{t(`surveys.accessibility.${survey.accessibility}`)}</Fact>
        <Fact name={t('surveys.phones')}>
          {phones === undefined ? t('surveys.phonesWhole') : t('surveys.phonesOf', { country: format.country(phones) })}
        </Fact>
        <RecordFact field="subcategoryId" of={subcategories} path="/subcategory" survey={survey} />
        <RecordFact field="companyId" of={companies} path="/companies" survey={survey} />
        <RecordFact field="siteId" of={sites} path="/site" survey={survey} />
        {noticePlaces.map((place) => (
          <NoticeFact key={place} place={place} survey={survey} />
        ))}
        <Fact name={t('surveys.field.questionCount')}>{format.number(survey.questionCount)}</Fact>
        {survey.statusReason !== null && (
          <Fact name={t('surveys.field.statusReason')} isLong>
            {survey.statusReason}
          </Fact>
        )}
        <Fact name={t('surveys.field.encodedId')}>
          <CopyText text={survey.encodedId} />
        </Fact>
        <Fact name={t('surveys.field.createdAt')}>{format.dateTime(survey.createdAt)}</Fact>
        <Fact name={t('surveys.field.updatedAt')}>{format.dateTime(survey.updatedAt)}</Fact>
      </Facts>
      <Words heading={t('surveys.field.summary')} text={summary && textIn(summary, currentLocale())} />
      <Words heading={t('surveys.field.description')} text={description && textIn(description, currentLocale())} />
    </Panel>
  )
}

/** A kept text around the questions, as the next publication has it. */
function NoticeFact({ place, survey }: { place: NoticePlace; survey: SurveyDetail }) {
  const t = useText()
  const canRead = useCan(texts.read)
  const notice = survey.notices?.[place]
  if (!notice) return null
  return (
    <Fact name={t(`surveys.field.${place}TextId`)}>
      {canRead ? <Link to={`/editor/${notice.id}`}>{notice.title}</Link> : notice.title}
    </Fact>
  )
}

interface RecordFactProps {
  field: 'subcategoryId' | 'companyId' | 'siteId'
  of: Pick<Resource, 'get' | 'read'>
  path: string
  survey: SurveyDetail
}

/** What the survey refers to, by its title; those who may not read that see its number. */
function RecordFact({ field, of: { get, read }, path, survey }: RecordFactProps) {
  const t = useText()
  const canRead = useCan(read)
  const { [field]: id } = survey
  const { data } = useCall(get, { params: { id } } as never, { enabled: canRead && id !== null })
  const title = (data as { data?: { title: string } } | undefined)?.data?.title
  if (id === null) return null
  return (
    <Fact name={t(`surveys.field.${field}`)}>
      {canRead ? <Link to={`${path}/${id}`}>{title ?? `#${id}`}</Link> : `#${id}`}
    </Fact>
  )
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

function PaymentsPanel({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const format = useFormat()
  const { data, error, refetch } = useCall(payments.list, { query: { surveyId: survey.id, pageSize: 1 } })
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data) return <Panel className="overview-part" aria-busy="true" />
  const there = paymentStatuses.filter((status) => data.statusCounts[status] > 0)
  return (
    <Panel className="overview-part">
      <h2>{t('surveys.payments')}</h2>
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

const tones: Record<ResponseStatus, Share['tone']> = {
  RECEIVED: 'info',
  IN_REVIEW: 'accent',
  HAS_ISSUES: 'warning',
  EDITED: 'warning',
  APPROVED: 'success',
  REJECTED: 'danger',
}

function ProgressPanel({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const canRead = useCan('responses.read')
  const format = useFormat()
  const { data, error, refetch } = useCall(surveyLife.progress, { params: { surveyId: survey.id } })
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data) return <Panel className="overview-part" aria-busy="true" />
  const { byStatus, days, pilotCount, unattended } = data.data
  const count = responseStatuses.reduce((sum, status) => sum + byStatus[status], 0)
  const there = responseStatuses.filter((status) => byStatus[status] > 0)
  const { participantCount, participantLimit: limit } = survey
  const isOpen = survey.status === 'PUBLISHED' || survey.pilot
  const pilotWords = t('surveys.pilotCount', { count: pilotCount })
  const words = (status: ResponseStatus) => t(`responses.status.${status}`)
  return (
    <Panel className="overview-part">
      <h2>{t('surveys.progress')}</h2>
      <p className="overview-figure">
        <strong>{t('surveys.receivedOf', { count })}</strong>
        <span>
          {limit === null
            ? t('surveys.participantsSoFar', { count: participantCount })
            : t('surveys.participantsOf', { count: participantCount, limit })}
        </span>
      </p>
      {limit !== null && (
        <ShareBar
          shares={[
            { key: 'in', value: participantCount, tone: 'accent' },
            { key: 'free', value: limit - participantCount, tone: 'neutral' },
          ]}
        />
      )}
      {there.length > 0 && (
        <>
          <ShareBar shares={there.map((status) => ({ key: status, value: byStatus[status], tone: tones[status] }))} />
          <ul className="overview-legend">
            {there.map((status) => (
              <li key={status} className={`tone-${tones[status]}`}>
                {canRead ? (
                  <Link to={`/response?surveyId=${survey.id}&status=${status}`}>{words(status)}</Link>
                ) : (
                  <span>{words(status)}</span>
                )}
                <b>{format.number(byStatus[status])}</b>
              </li>
            ))}
          </ul>
        </>
      )}
      {pilotCount > 0 && (
        <p className="overview-note">
          {canRead ? <Link to={`/response?surveyId=${survey.id}&isPilot=true`}>{pilotWords}</Link> : pilotWords}
        </p>
      )}
      {isOpen && unattended.length > 0 && (
        <Note tone="warning">
          <strong>{t('surveys.unattended.title')}</strong>
          <Unattended survey={survey} works={unattended} />
        </Note>
      )}
      <h3>{t('surveys.perDay')}</h3>
      <DayChart
        days={days}
        title={t('surveys.perDay')}
        counted={t('surveys.field.responseCount')}
        none={t('surveys.perDayNone')}
      />
    </Panel>
  )
}
