import { useNavigate } from 'react-router'
import { surveys } from '#contract/surveys.ts'
import { useSend } from '../../../api/query.ts'
import { useText } from '../../../i18n/text.ts'
import { toast } from '../../../ui/toasts.ts'

/** Copies a survey and opens the copy. */
export function useDuplicate() {
  const t = useText()
  const navigate = useNavigate()
  const send = useSend(surveys.duplicate, { refreshes: [surveys.list] })
  async function duplicate(surveyId: number): Promise<void> {
    if (send.isPending) return
    try {
      const { data } = await send.mutateAsync({ params: { surveyId } })
      toast(t('surveys.duplicated', { title: data.title }))
      void navigate(`/survey/${data.id}`)
    } catch {
      toast(t('surveys.duplicateFailed'))
    }
  }
  return { duplicate: (surveyId: number) => void duplicate(surveyId), isSending: send.isPending }
}
