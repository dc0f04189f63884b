import { Link } from 'react-router'
import { forms, maxWorkbookBytes, maxWorkbookRows, type UploadResult } from '#contract/forms.ts'
import { responses } from '#contract/responses.ts'
import { surveys, type SurveyDetail } from '#contract/surveys.ts'
import { call } from '../../../api/client.ts'
import { useText } from '../../../i18n/text.ts'
import { Counts } from '../../../resource/upload/Counts.tsx'
import { usePhoneWords } from '../../../resource/upload/phone-words.ts'
import { Upload } from '../../../resource/upload/Upload.tsx'
import { useUpload } from '../../../resource/upload/use-upload.ts'
import { phonesOf } from '../phones-of.ts'

export function UploadCard({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const phoneWords = usePhoneWords(phonesOf(survey))
  const upload = useUpload({
    takes: 'workbook',
    send: (file, signal) => call(forms.upload, { params: { surveyId: survey.id }, file, signal }),
    refreshes: [surveys.get, surveys.list, responses.list],
  })
  return (
    <section className="panel" aria-busy={upload.state.step === 'sending'}>
      <h2>{t('excel.upload')}</h2>
      <p>{t('excel.uploadText', { megabytes: maxWorkbookBytes / 1024 / 1024, rows: maxWorkbookRows })}</p>
      <p>{phoneWords}</p>
      <Upload
        takes="workbook"
        upload={upload}
        renderDone={(name, result) => <Done name={name} result={result} surveyId={survey.id} />}
      />
    </section>
  )
}

function Done({ name, result, surveyId }: { name: string; result: UploadResult; surveyId: number }) {
  const t = useText()
  const counts = ['rows', 'created', 'alreadyThere', 'newParticipants'] as const
  return (
    <output className={`note ${result.repeated ? 'tone-info' : 'tone-success'} excel-outcome`}>
      <p>{t(result.repeated ? 'excel.repeated' : 'excel.stored', { name })}</p>
      <Counts counts={counts.map((count) => [t(`excel.count.${count}`), result[count]])} />
      <Link to={`/response?surveyId=${surveyId}`}>{t('excel.toResponses')}</Link>
    </output>
  )
}
