/** After a survey was published: who is still needed before its responses are reviewed and paid. */
import { surveyLife } from '#contract/survey-life.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { useCall } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Unattended } from './Unattended.tsx'

export function PublishedDialog({ survey, onClose }: { survey: SurveyDetail; onClose: () => void }) {
  const t = useText()
  const { data } = useCall(surveyLife.progress, { params: { surveyId: survey.id } })
  return (
    <Dialog size="medium" title={t('surveys.unattended.title')} dismissal={t('action.close')} onClose={onClose}>
      {data && <Unattended survey={survey} works={data.data.unattended} />}
    </Dialog>
  )
}
