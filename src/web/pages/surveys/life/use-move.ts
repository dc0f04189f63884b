/** Takes a survey to another status. The texts of the pilot are those of the seed (§8). */
import { surveyLife } from '#contract/survey-life.ts'
import { surveys, type Survey } from '#contract/surveys.ts'
import type { LeftoverChoice } from '#domain/surveys/payment-sets.ts'
import { movedTo, type SurveyMove } from '#domain/surveys/survey-life.ts'
import { useSend } from '../../../api/query.ts'
import { useText } from '../../../i18n/text.ts'
import { toast } from '../../../ui/toasts.ts'

/** Those that need no new version. */
export type PlainMove = Exclude<SurveyMove, 'PUBLISH' | 'PILOT'>

const refreshes = [surveys.get, surveys.list, surveyLife.progress]

interface Said {
  reason: string
  leftovers: LeftoverChoice | undefined
}

/** Throws why it was refused. */
export function useMove({ id, version }: Survey): (move: PlainMove, said: Said) => Promise<void> {
  const t = useText()
  const setStatus = useSend(surveyLife.setStatus, { refreshes })
  const setPilot = useSetPilot({ id, version })
  return async (move, { reason, leftovers }) => {
    if (move === 'END_PILOT') return setPilot(false)
    await setStatus.mutateAsync({
      params: { surveyId: id },
      body: { status: movedTo(move), reason: reason || undefined, leftovers, version },
    })
    toast(t(`surveys.moved.${move}`))
  }
}

export function useSetPilot({ id, version }: Pick<Survey, 'id' | 'version'>): (pilot: boolean) => Promise<void> {
  const t = useText()
  const send = useSend(surveyLife.setPilot, { refreshes })
  return async (pilot) => {
    try {
      await send.mutateAsync({ params: { surveyId: id }, body: { pilot, version } })
    } catch (error) {
      toast(t('surveys.pilotFailed'))
      throw error
    }
    toast(t('surveys.pilotUpdated'))
  }
}
