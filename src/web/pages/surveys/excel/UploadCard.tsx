import { Button } from 'antd'
import { Link } from 'react-router'
import { maxWorkbookBytes, maxWorkbookRows, type UploadResult, xlsxMime } from '#contract/forms.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { ApiError } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { useBasicText } from '../../../i18n/basic.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { DropZone } from '../../../resource/upload/DropZone.tsx'
import { RowErrors } from '../../../resource/upload/RowErrors.tsx'
import { type UploadState, useUpload } from './use-upload.ts'

export function UploadCard({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const { state, upload, cancel } = useUpload(survey.id)
  const sending = state.step === 'sending'
  return (
    <section className="excel-card" aria-busy={sending}>
      <h2>{t('excel.upload')}</h2>
      <p>{t('excel.uploadText', { megabytes: maxWorkbookBytes / 1024 / 1024, rows: maxWorkbookRows })}</p>
      {sending ? (
        <output className="excel-sending">
          <span className="excel-progress" />
          <span>{t('excel.sending', { name: state.name })}</span>
          <Button onClick={cancel}>{t('action.cancel')}</Button>
        </output>
      ) : (
        <DropZone accept={`.xlsx,${xlsxMime}`} onFile={upload} />
      )}
      <Outcome state={state} survey={survey} onAgain={upload} />
    </section>
  )
}

interface OutcomeProps {
  state: UploadState
  survey: SurveyDetail
  onAgain: (file: File) => void
}

function Outcome({ state, survey, onAgain }: OutcomeProps) {
  const t = useText()
  const basic = useBasicText()
  switch (state.step) {
    case 'idle':
    case 'sending':
      return null
    case 'unfit':
      return (
        <Refusal name={state.name} why={t(`excel.fault.${state.fault}`, { megabytes: maxWorkbookBytes / 1048576 })} />
      )
    case 'refused':
      return <Refusal name={state.name} why={errorText(state.error, basic)} note={mayBeStored(state.error)} />
    case 'unknown':
      return (
        <div className="note tone-warning excel-outcome" role="alert">
          <p>{t('excel.unknown', { name: state.name })}</p>
          <Button onClick={() => onAgain(state.file)}>{t('excel.sendAgain')}</Button>
        </div>
      )
    case 'rows':
      return <RowErrors name={state.name} report={state.report} />
    case 'done':
      return <Done name={state.name} result={state.result} surveyId={survey.id} />
  }
}

/** A server that fell over says nothing of what it had stored by then. */
function mayBeStored(error: unknown): 'open' | 'nothing' {
  return error instanceof ApiError && error.status < 500 ? 'nothing' : 'open'
}

function Refusal({ name, why, note = 'nothing' }: { name: string; why: string; note?: 'open' | 'nothing' }) {
  const t = useText()
  return (
    <div className="note tone-danger excel-outcome" role="alert">
      <p>
        <strong>{name}</strong>: {why}
      </p>
      <p>{t(note === 'nothing' ? 'excel.nothingStored' : 'excel.sendAgainSafe')}</p>
    </div>
  )
}

function Done({ name, result, surveyId }: { name: string; result: UploadResult; surveyId: number }) {
  const t = useText()
  const format = useFormat()
  const counts = ['rows', 'created', 'alreadyThere', 'newParticipants'] as const
  return (
    <output className={`note ${result.repeated ? 'tone-info' : 'tone-success'} excel-outcome`}>
      <p>{t(result.repeated ? 'excel.repeated' : 'excel.stored', { name })}</p>
      <dl className="excel-counts">
        {counts.map((count) => (
          <div key={count}>
            <dt>{t(`excel.count.${count}`)}</dt>
            <dd>{format.number(result[count])}</dd>
          </div>
        ))}
      </dl>
      <Link to={`/response?surveyId=${surveyId}`}>{t('excel.toResponses')}</Link>
    </output>
  )
}
