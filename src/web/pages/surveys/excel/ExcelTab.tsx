/** Responses by Excel: the template of the current version, and the upload of filled ones. */
import type { SurveyDetail } from '#contract/surveys.ts'
import { useText } from '../../../i18n/text.ts'
import { useActRefusal } from '../use-act-refusal.ts'
import { TemplateCard } from './TemplateCard.tsx'
import { UploadCard } from './UploadCard.tsx'
import '../../../uploads/upload.css'

export function ExcelTab({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const refusal = useActRefusal(survey, 'enter', 'responses.enter')
  if (refusal !== undefined) return <p className="note tone-neutral">{refusal}</p>
  if (survey.currentVersion === null) return <p className="note tone-info">{t('excel.publishFirst')}</p>
  return (
    <div className="excel">
      <TemplateCard survey={survey} version={survey.currentVersion} />
      <UploadCard survey={survey} />
    </div>
  )
}
