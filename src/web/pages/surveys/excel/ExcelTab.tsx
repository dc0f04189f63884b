/** Responses by Excel: the template of the current version, and the upload of filled ones. */
import { type SurveyDetail, surveys } from '#contract/surveys.ts'
import { useText } from '../../../i18n/text.ts'
import { useActRefusal } from '../use-act-refusal.ts'
import { TemplateCard } from './TemplateCard.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { Link } from 'react-router'
import { forms, maxWorkbookBytes, maxWorkbookRows, type UploadResult } from '#contract/response-files.ts'
import { responses } from '#contract/responses.ts'
import { call } from '../../../api/client.ts'
import { Counts } from '../../../uploads/Counts.tsx'
import { usePhoneWords } from '../../../uploads/phone-words.ts'
import { Upload } from '../../../uploads/Upload.tsx'
import { useUpload } from '../../../uploads/use-upload.ts'
import { phonesOf } from '../phones-of.ts'
import { Panel } from '../../../ui/Panel.tsx'
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

function UploadCard({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const phoneWords = usePhoneWords(phonesOf(survey))
  const upload = useUpload({
    takes: 'workbook',
    send: (file, signal) => call(forms.upload, { params: { surveyId: survey.id }, file, signal }),
    refreshes: [surveys.get, surveys.list, responses.list],
  })
  return (
    <Panel aria-busy={upload.state.step === 'sending'}>
      <h2>{t('excel.upload')}</h2>
      <p>{t('excel.uploadText', { megabytes: maxWorkbookBytes / 1024 / 1024, rows: maxWorkbookRows })}</p>
      <p>{phoneWords}</p>
      <Upload
        takes="workbook"
        upload={upload}
        renderDone={(name, result) => <Done name={name} result={result} surveyId={survey.id} />}
      />
    </Panel>
  )
}

function Done({ name, result, surveyId }: { name: string; result: UploadResult; surveyId: number }) {
  const t = useText()
  const counts = ['rows', 'created', 'alreadyThere', 'newParticipants'] as const
  return (
    <Note said="politely" tone={result.repeated ? 'info' : 'success'} className="excel-outcome">
      <p>{t(result.repeated ? 'excel.repeated' : 'excel.stored', { name })}</p>
      <Counts counts={counts.map((count) => [t(`excel.count.${count}`), result[count]])} />
      <Link to={`/response?surveyId=${surveyId}`}>{t('excel.toResponses')}</Link>
    </Note>
  )
}
