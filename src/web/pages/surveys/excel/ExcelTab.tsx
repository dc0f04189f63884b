/** Responses from files: the template of the current version, and the upload of filled ones. */
import { type SurveyDetail, surveys } from '#contract/surveys.ts'
import { useText } from '../../../i18n/text.ts'
import { useActRefusal } from '../use-act-refusal.ts'
import { asksOf, AsksPanel } from './AsksPanel.tsx'
import { updatesOf, UpdatesPanel } from './UpdatesPanel.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { forms, maxWorkbookBytes, maxWorkbookRows, type UploadResult } from '#contract/response-files.ts'
import { responses } from '#contract/responses.ts'
import type { GivenConventions } from '#domain/text/written-values.ts'
import { call } from '../../../api/client.ts'
import { download } from '../../../api/download.ts'
import { currentLocale, useLocale } from '../../../i18n/locale.ts'
import { DownloadButton } from '../../../ui/DownloadButton.tsx'
import { FileRemarks } from '../../../uploads/FileRemarks.tsx'
import { Counts } from '../../../uploads/Counts.tsx'
import { usePhoneWords } from '../../../uploads/phone-words.ts'
import { ProblemRows } from '../../../uploads/RowErrors.tsx'
import { Upload } from '../../../uploads/Upload.tsx'
import { useUpload } from '../../../uploads/use-upload.ts'
import { phonesOf } from '../phones-of.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { type Locale, locales } from '#domain/text/locale.ts'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
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
  const [goodOnly, setGoodOnly] = useState(false)
  const [sent, setSent] = useState<Sent>()
  const upload = useUpload({
    send: (file, sending, confirm) => {
      const said = saidOf(file)
      setSent({ file, said })
      const query = {
        ...(goodOnly ? { goodOnly: 'true' } : {}),
        ...(confirm === undefined ? {} : { confirm }),
        ...said,
      }
      return call(forms.upload, { params: { surveyId: survey.id }, query, file, ...sending })
    },
    refreshes: [surveys.get, surveys.list, responses.list],
  })
  const { state } = upload
  const answers = useRef(new WeakMap<File, GivenConventions>())
  const saidOf = (file: File) => answers.current.get(file) ?? {}
  const isSending = state.step === 'sending'
  const hasWrongRows = state.step === 'rows' || (state.step === 'done' && state.result.skipped > 0)
  return (
    <Panel aria-busy={isSending} heading={t('excel.upload')}>
      <p>
        {t('excel.uploadText', { megabytes: maxWorkbookBytes / 1024 / 1024, rows: maxWorkbookRows })}{' '}
        {!goodOnly && t('excel.allOrNone')}
      </p>
      <p>{phoneWords}</p>
      <label className="excel-choice">
        <input
          type="checkbox"
          checked={goodOnly}
          disabled={isSending}
          onChange={(event) => setGoodOnly(event.target.checked)}
        />
        {t('excel.goodOnly')}
      </label>
      <Upload
        upload={upload}
        renderDone={(name, result) => <Done name={name} result={result} surveyId={survey.id} />}
        renderRefused={(error, file) => {
          const changing = updatesOf(error)
          const asks = asksOf(error)
          const answer = (said: GivenConventions) => {
            answers.current.set(file, said)
            upload.upload(file)
          }
          if (asks) return <AsksPanel name={file.name} asks={asks} onAnswer={answer} />
          return (
            changing && (
              <UpdatesPanel
                name={file.name}
                changing={changing}
                onConfirm={() => upload.upload(file, changing.confirm)}
              />
            )
          )
        }}
      />
      {sent && hasWrongRows && <WrongRows surveyId={survey.id} sent={sent} />}
    </Panel>
  )
}

/** A file, with what the user said of it. */
interface Sent {
  file: File
  said: GivenConventions
}

/** The rows that were not taken, as a workbook to be corrected and sent again. */
function WrongRows({ surveyId, sent: { file, said } }: { surveyId: number; sent: Sent }) {
  const t = useText()
  const lang = useLocale()
  const input = { params: { surveyId }, query: { lang, ...said }, file }
  return (
    <div className="excel-row">
      <DownloadButton fetch={() => download(forms.problems, input)}>{t('excel.downloadRows')}</DownloadButton>
    </div>
  )
}

function Done({ name, result, surveyId }: { name: string; result: UploadResult; surveyId: number }) {
  const t = useText()
  const { repeated, skipped, updated, problemCount, problems, remarks } = result
  const counts = [
    'rows',
    'created',
    ...(updated > 0 ? (['updated'] as const) : []),
    'alreadyThere',
    'newParticipants',
    ...(skipped > 0 ? (['skipped'] as const) : []),
  ] as const
  const tone = repeated ? 'info' : skipped > 0 ? 'warning' : 'success'
  return (
    <>
      <Note said="politely" tone={tone} className="excel-outcome">
        <p>{t(repeated ? 'excel.repeated' : 'excel.stored', { name })}</p>
        <Counts counts={counts.map((count) => [t(`excel.count.${count}`), result[count]])} />
        <Link to={`/response?surveyId=${surveyId}`}>{t('excel.toResponses')}</Link>
      </Note>
      <FileRemarks remarks={remarks} />
      {problemCount > 0 && <ProblemRows name={name} report={{ rows: skipped, problemCount, problems }} />}
    </>
  )
}

function TemplateCard({ survey, version }: { survey: SurveyDetail; version: number }) {
  const t = useText()
  const [lang, setLang] = useState<Locale>(currentLocale())

  return (
    <Panel heading={t('excel.template')}>
      <p>{t('excel.templateText', { version })}</p>
      {survey.changedSincePublish && <Note tone="warning">{t('excel.templateOld', { version })}</Note>}
      <div className="excel-row">
        <NativeSelect<Locale>
          aria-label={t('excel.templateLanguage')}
          className="list-filter"
          value={lang}
          options={locales.map((value) => ({ value, label: t(`language.${value}`) }))}
          onChange={(chosen) => chosen && setLang(chosen)}
        />
        <DownloadButton fetch={() => download(forms.template, { params: { surveyId: survey.id }, query: { lang } })}>
          {t('excel.download')}
        </DownloadButton>
      </div>
    </Panel>
  )
}
