import { companies } from '#contract/companies.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { useCall } from '../../api/query.ts'
import { useCan } from '../../api/session.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { SurveyPay } from './SurveyPay.tsx'

/** The settings of the survey as facts. */
export function OverviewTab({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const format = useFormat()
  const moment = (iso: string | null, none: string) => (iso === null ? none : format.dateTime(iso))
  return (
    <div className="survey-overview">
      <Facts>
        <Fact name={t('surveys.payPerResponse')}>
          <SurveyPay survey={survey} />
        </Fact>
        <Fact name={t('surveys.field.accessibility')}>{t(`surveys.accessibility.${survey.accessibility}`)}</Fact>
        <Fact name={t('surveys.field.startsAt')}>{moment(survey.startsAt, t('surveys.startsAtOnce'))}</Fact>
        <Fact name={t('surveys.field.endsAt')}>{moment(survey.endsAt, t('surveys.endsNever'))}</Fact>
        <Fact name={t('surveys.perParticipant')}>
          {t(survey.allowMultipleResponses ? 'surveys.several' : 'surveys.once')}
        </Fact>
        {survey.companyId !== null && <CompanyFact id={survey.companyId} />}
        <Fact name={t('surveys.field.questionCount')}>{format.number(survey.questionCount)}</Fact>
        <Fact name={t('surveys.field.responseCount')}>{format.number(survey.responseCount)}</Fact>
        <Fact name={t('surveys.field.encodedId')}>
          <code>{survey.encodedId}</code>
        </Fact>
        <Fact name={t('surveys.field.createdAt')}>{format.dateTime(survey.createdAt)}</Fact>
        <Fact name={t('surveys.field.updatedAt')}>{format.dateTime(survey.updatedAt)}</Fact>
      </Facts>
      <Words heading={t('surveys.field.summary')} text={survey.summary} />
      <Words heading={t('surveys.field.description')} text={survey.description} />
    </div>
  )
}

function CompanyFact({ id }: { id: number }) {
  const t = useText()
  const canRead = useCan(companies.read)
  const { data } = useCall(companies.get, { params: { id } }, { enabled: canRead })
  return <Fact name={t('surveys.field.companyId')}>{data?.data.title ?? `#${id}`}</Fact>
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
