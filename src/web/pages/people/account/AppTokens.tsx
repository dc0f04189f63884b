/** The tokens of the user's collecting apps, or of those of `personId`. Each opens all surveys that they may fill in. */
import { appTokens } from '#contract/app-tokens.ts'
import { appTokenRefusal } from '#domain/surveys/survey-token.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useBasicText } from '../../../i18n/basic.ts'
import { useText } from '../../../i18n/text.ts'
import { TokenList } from '../../../tokens/TokenList.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { Panel } from '../../../ui/Panel.tsx'

interface AppTokensProps {
  personId?: number
  /** Of the person. */
  permissions: readonly string[]
  /** Why the user makes none for them. */
  refusal?: string | undefined
}

export function AppTokens({ personId, permissions, refusal }: AppTokensProps) {
  const t = useText()
  const basic = useBasicText()
  const { data, error, refetch } = useCall(appTokens.list, { query: { personId } })
  const create = useSend(appTokens.create, { refreshes: [appTokens.list] })
  const revoke = useSend(appTokens.revoke, { refreshes: [appTokens.list] })
  const code = appTokenRefusal(permissions)
  return (
    <Panel heading={t('surveyToken.apps')}>
      <p className="blank">{t('surveyToken.appsMean')}</p>
      {error ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <TokenList
          tokens={data?.list}
          project="Canvass"
          refusal={refusal ?? (code && basic(`errors.${code}`))}
          error={create.error}
          make={async (token) => (await create.mutateAsync({ body: { personId, ...token } })).data}
          revoke={(id) => revoke.mutateAsync({ params: { id } })}
        />
      )}
    </Panel>
  )
}
