/** Responses by Excel: the template of the current version, and the upload of filled ones. */
import type { SurveyDetail } from '#contract/surveys.ts'
import { useCan } from '../../../api/session.ts'
import { useText } from '../../../i18n/text.ts'
import { TemplateCard } from './TemplateCard.tsx'
import { UploadCard } from './UploadCard.tsx'
import '../../../resource/upload/upload.css'

export function ExcelTab({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const canEnter = useCan('responses.enter')
  if (!canEnter) return <p className="note tone-neutral">{t('action.needs', { permission: 'responses.enter' })}</p>
  if (survey.currentVersion === null) return <p className="note tone-info">{t('excel.publishFirst')}</p>
  return (
    <div className="excel">
      <TemplateCard survey={survey} version={survey.currentVersion} />
      <UploadCard survey={survey} />
    </div>
  )
}
