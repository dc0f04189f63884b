import { Suspense } from 'react'
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
import { loadArea } from '../../i18n/messages.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { CopyText } from '../../ui/CopyText.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { AnsweringPanel } from './overview/AnsweringPanel.tsx'
import { PaymentsPanel } from './overview/PaymentsPanel.tsx'
import { ProgressPanel } from './overview/ProgressPanel.tsx'
import './overview/overview.css'
import { phonesOf } from './phones-of.ts'
import { SurveyPay } from './SurveyPay.tsx'

/** With the texts of insight, which name the groups. */
const TargetsPanel = lazyComponent(async () => {
  const [module] = await Promise.all([import('./insight/TargetsPanel.tsx'), loadArea('insight')])
  return module.TargetsPanel
})

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
  const phones = phonesOf(survey)
  const { summary, description } = survey.texts
  return (
    <Panel className="overview-part overview-wide" heading={t('surveys.settings')}>
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
