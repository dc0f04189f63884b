import { Link } from 'react-router'
import { companies } from '#contract/companies.ts'
import type { Resource } from '#contract/resource.ts'
import { sites } from '#contract/sites.ts'
import { subcategories } from '#contract/subcategories.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { useCall } from '../../api/query.ts'
import { useCan } from '../../api/session.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { phonesOf } from './phones-of.ts'
import { SurveyPay } from './SurveyPay.tsx'

/** The settings of the survey as facts. */
export function OverviewTab({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const format = useFormat()
  const moment = (iso: string | null, none: string) => (iso === null ? none : format.dateTime(iso))
  const phones = phonesOf(survey)
  return (
    <Panel className="survey-overview">
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
        <Fact name={t('surveys.phones')}>
          {phones === undefined ? t('surveys.phonesWhole') : t('surveys.phonesOf', { country: format.country(phones) })}
        </Fact>
        <RecordFact field="subcategoryId" of={subcategories} path="/subcategory" survey={survey} />
        <RecordFact field="companyId" of={companies} path="/companies" survey={survey} />
        <RecordFact field="siteId" of={sites} path="/site" survey={survey} />
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
    </Panel>
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
