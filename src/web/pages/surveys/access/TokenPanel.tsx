/** The tokens of a survey: who may send responses by a collecting app. */
import { surveyTokens } from '#contract/survey-tokens.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { useSend } from '../../../api/query.ts'
import { useText } from '../../../i18n/text.ts'
import { type NewToken, TokenList } from '../../../tokens/TokenList.tsx'
import { useSurveyTokens } from '../../../tokens/use-survey-tokens.ts'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useActRefusal } from '../use-act-refusal.ts'

export function TokenPanel({ survey }: { survey: SurveyDetail }) {
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
