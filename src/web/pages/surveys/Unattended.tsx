/** The work on a survey that no one can do yet, and where people are given the access for it. */
import { Link } from 'react-router'
import type { SurveyDetail } from '#contract/surveys.ts'
import type { SurveyWork } from '#domain/people/survey-access.ts'
import { useCan } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { useActRefusal } from './use-act-refusal.ts'

export function Unattended({ survey, works }: { survey: SurveyDetail; works: readonly SurveyWork[] }) {
  const t = useText()
  const maySeeStaff = useCan('admins.read')
  const refusal = useActRefusal(survey, 'manage', 'surveys.access')
  return (
    <>
      <ul className="publish-obstacles">
        {works.map((work) => (
          <li key={work}>{t(`surveys.unattended.${work}`)}</li>
        ))}
      </ul>
      <p className="survey-unattended">
        {refusal ? (
          t('surveys.unattended.ask')
        ) : (
          <Link to={{ search: '?tab=access' }}>{t('surveys.unattended.give')}</Link>
        )}
        {maySeeStaff && <Link to="/admin">{t('surveys.unattended.staff')}</Link>}
      </p>
    </>
  )
}
