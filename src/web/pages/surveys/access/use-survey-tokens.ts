import { type SurveyToken, surveyTokens } from '#contract/survey-tokens.ts'
import { useCall, useSend } from '../../../api/query.ts'

/** The tokens of a survey that are for one thing, and how one is revoked. */
export function useSurveyTokens(id: number, kind: SurveyToken['kind']) {
  const { data, error, refetch } = useCall(surveyTokens.list, { params: { id } })
  const send = useSend(surveyTokens.revoke, { refreshes: [surveyTokens.list] })
  return {
    tokens: data?.list.filter((token) => token.kind === kind),
    error,
    retry: () => void refetch(),
    revoke: (tokenId: number) => send.mutateAsync({ params: { id, tokenId } }),
  }
}
