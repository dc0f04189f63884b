/** Responses by Excel: the template of the current version, and the upload of filled ones. */
import type { SurveyDetail } from '#contract/surveys.ts'
import { useText } from '../../../i18n/text.ts'
import { useActRefusal } from '../use-act-refusal.ts'
import { TemplateCard } from './TemplateCard.tsx'
import { UploadCard } from './UploadCard.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import '../../../uploads/upload.css'

export function ExcelTab({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const refusal = useActRefusal(survey, 'enter', 'responses.enter')
  if (refusal !== undefined) return <Note tone="neutral">{refusal}</Note>
  if (survey.currentVersion === null) return <Note tone="info">{t('excel.publishFirst')}</Note>
  return (
    <Stack className="excel" gap="large">
      <TemplateCard survey={survey} version={survey.currentVersion} />
      <UploadCard survey={survey} />
    </Stack>
  )
}
