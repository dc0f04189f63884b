/** The people with access to the survey: those who see it by default, and those with a right, its end and its giver. */
import type { SurveyDetail } from '#contract/surveys.ts'
import { useText } from '../../../i18n/text.ts'
import { useActRefusal } from '../use-act-refusal.ts'
import { AccessForm } from './AccessForm.tsx'
import { FeedTokens } from './FeedTokens.tsx'
import { GivenList } from './GivenList.tsx'
import { LinkPanel } from './LinkPanel.tsx'
import { ParticipantLinks } from './ParticipantLinks.tsx'
import { TokenPanel } from './TokenPanel.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { Fact } from '../../../ui/Facts.tsx'
import { surveyAccess } from '#contract/survey-access.ts'
import { useCall } from '../../../api/query.ts'
import { useSession } from '../../../api/session.ts'
import { accessQuery } from './access-query.ts'
import '../../../ui/access.css'
import './access.css'

export function AccessTab({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const refusal = useActRefusal(survey, 'manage', 'surveys.access')
  return (
    <Stack gap="large">
      <AnywayCard survey={survey} mayManage={refusal === undefined} />
      <Panel heading={t('surveyAccess.given')}>
        {refusal === undefined ? (
          <>
            <AccessForm surveyId={survey.id} />
            <GivenList surveyId={survey.id} />
          </>
        ) : (
          <Note tone="neutral">{refusal}</Note>
        )}
      </Panel>
      <LinkPanel survey={survey} />
      <ParticipantLinks survey={survey} />
      <TokenPanel survey={survey} />
      {refusal === undefined && <FeedTokens surveyId={survey.id} />}
    </Stack>
  )
}

/** People who see the survey without a rule: its owner, users who see all, everybody for a public one. */
function AnywayCard({ survey, mayManage }: { survey: SurveyDetail; mayManage: boolean }) {
  const t = useText()
  const { user } = useSession()
  const { owner, accessibility, ties } = survey
  const { data } = useCall(surveyAccess.list, { query: accessQuery(survey.id, 1) }, { enabled: mayManage })
  const roles = data?.seeAll.join(', ')
  return (
    <Panel heading={t('surveyAccess.anyway')}>
      <dl className="access-anyway">
        <Fact name={t('surveyAccess.owner')}>
          {owner === null ? t('surveyAccess.noOwner') : owner.name}
          {owner !== null && owner.id === user?.id && ` (${t('surveyAccess.you')})`}
        </Fact>
        <Fact name={t('surveyAccess.everybody')}>{t(`surveyAccess.is.${accessibility}`)}</Fact>
        <Fact name={t('surveyAccess.seeAll')}>
          {roles ? t('surveyAccess.rolesSeeAll', { roles }) : t('surveyAccess.someSeeAll')}
        </Fact>
        <Fact name={t('surveyAccess.yours')}>{ties.map((tie) => t(`surveyAccess.tie.${tie}`)).join(' · ')}</Fact>
      </dl>
    </Panel>
  )
}
