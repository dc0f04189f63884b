/** Who comes to the survey: people with a right, respondents and apps by links, and programs that read its data. */
import { useSearchParams } from 'react-router'
import type { SurveyDetail } from '#contract/surveys.ts'
import { useText } from '../../../i18n/text.ts'
import { useActRefusal } from '../use-act-refusal.ts'
import { AccessForm } from './AccessForm.tsx'
import { FeedTokens } from './FeedTokens.tsx'
import { GivenList } from './GivenList.tsx'
import { LinkPanel } from './LinkPanel.tsx'
import { ParticipantLinks } from './ParticipantLinks.tsx'
import { LinkTabs } from '../../../ui/LinkTabs.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { fact, Facts } from '../../../ui/Facts.tsx'
import { surveyAccess } from '#contract/survey-access.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useSession } from '../../../api/session.ts'
import { accessQuery } from './access-query.ts'
import { surveyTokens } from '#contract/survey-tokens.ts'
import { type NewToken, TokenList } from '../../../tokens/TokenList.tsx'
import { useSurveyTokens } from './use-survey-tokens.ts'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import '../../../ui/access.css'
import './access.css'

const parts = ['people', 'links', 'feed'] as const

export function AccessTab({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const [search] = useSearchParams()
  const refusal = useActRefusal(survey, 'manage', 'surveys.access')
  const shown = refusal === undefined ? parts : parts.slice(0, 2)
  const open = shown.find((part) => part === search.get('part')) ?? 'people'
  return (
    <Stack gap="large">
      <LinkTabs
        label={t('surveys.tab.access')}
        open={open}
        tabs={shown.map((key) => ({
          key,
          to: { search: key === 'people' ? '?tab=access' : `?tab=access&part=${key}` },
          text: t(`surveyAccess.part.${key}`),
        }))}
      />
      {open === 'people' && <People survey={survey} refusal={refusal} />}
      {open === 'links' && (
        <>
          <LinkPanel survey={survey} />
          <ParticipantLinks survey={survey} />
          <TokenPanel survey={survey} />
        </>
      )}
      {open === 'feed' && <FeedTokens surveyId={survey.id} />}
    </Stack>
  )
}

function People({ survey, refusal }: { survey: SurveyDetail; refusal: string | undefined }) {
  const t = useText()
  return (
    <>
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
    </>
  )
}

/** People who see the survey without a rule: its owner, users who see all, everybody for a public one. */
function AnywayCard({ survey, mayManage }: { survey: SurveyDetail; mayManage: boolean }) {
  const t = useText()
  const { user } = useSession()
  const { owner, accessibility, ties } = survey
  const { data } = useCall(surveyAccess.list, { query: accessQuery(survey.id, 1) }, { enabled: mayManage })
  const roles = data?.seeAll.join(', ')
  const isOwn = owner?.id === user?.id
  return (
    <Panel heading={t('surveyAccess.anyway')}>
      <Facts
        className="access-anyway"
        of={[
          fact(
            t('surveyAccess.owner'),
            owner === null ? t('surveyAccess.noOwner') : `${owner.name}${isOwn ? ` (${t('surveyAccess.you')})` : ''}`,
          ),
          fact(t('surveyAccess.everybody'), t(`surveyAccess.is.${accessibility}`)),
          fact(
            t('surveyAccess.seeAll'),
            roles ? t('surveyAccess.rolesSeeAll', { roles }) : t('surveyAccess.someSeeAll'),
          ),
          fact(t('surveyAccess.yours'), ties.map((tie) => t(`surveyAccess.tie.${tie}`)).join(' · ')),
        ]}
      />
    </Panel>
  )
}

/** The tokens of a survey: who may send responses by a collecting app. */
function TokenPanel({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const refusal = useActRefusal(survey, 'manage', 'surveys.access')
  return (
    <Panel heading={t('surveyToken.heading')}>
      <p>{t('surveyToken.what')}</p>
      {refusal === undefined ? <Tokens survey={survey} /> : <Note tone="neutral">{refusal}</Note>}
    </Panel>
  )
}

function Tokens({ survey }: { survey: SurveyDetail }) {
  const params = { id: survey.id }
  const { tokens, error, retry, revoke } = useSurveyTokens(survey.id, 'COLLECT')
  const create = useSend(surveyTokens.create, { refreshes: [surveyTokens.list] })
  if (error) return <LoadProblem error={error} onRetry={retry} />
  return (
    <TokenList
      tokens={tokens}
      project={survey.title}
      error={create.error}
      make={async (token: NewToken) => (await create.mutateAsync({ params, body: { kind: 'COLLECT', ...token } })).data}
      revoke={revoke}
    />
  )
}
