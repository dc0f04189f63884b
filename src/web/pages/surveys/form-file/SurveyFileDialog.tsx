/** A new survey from a file: first what becomes of each part of it, then the survey itself. */
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { FormFileReport, formFiles, maxFormMegabytes } from '#contract/form-files.ts'
import { surveys } from '#contract/surveys.ts'
import type { RemarkCode } from '#domain/answers/form-report.ts'
import { surveyFileTypes } from '#domain/surveys/survey-files.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useSend } from '../../../api/query.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { toast } from '../../../ui/toasts.ts'
import { Upload } from '../../../uploads/Upload.tsx'
import { useUpload } from '../../../uploads/use-upload.ts'
import { FormReport } from './FormReport.tsx'

/** What a form asks for that only a person may do without. */
const encrypted: RemarkCode = 'ENCRYPTION_ASKED'
/** Reading a file changes nothing. */
const nothing: [] = []

export function SurveyFileDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const chosen = useRef<{ file: File; query: { unencrypted?: 'true' } }>(undefined)
  const [title, setTitle] = useState<string>()
  const upload = useUpload<FormFileReport>({
    send: (file, sending, confirm) => {
      const query = confirm === encrypted ? { unencrypted: 'true' as const } : {}
      chosen.current = { file, query }
      setTitle(undefined)
      return call(formFiles.import, { file, query, ...sending })
    },
    refreshes: nothing,
    most: maxFormMegabytes * 1024 * 1024,
  })
  const making = useSend(formFiles.import, { refreshes: [surveys.list] })
  const { state } = upload
  const report = state.step === 'done' ? state.result : undefined
  const wrong = state.step === 'refused' ? reportIn(state.error) : undefined
  const isBusy = state.step === 'sending' || making.isPending
  const named = (title ?? report?.title ?? '').trim()

  async function make() {
    if (!chosen.current || making.isPending) return
    const { file, query } = chosen.current
    const { data } = await making.mutateAsync({ file, query: { ...query, confirm: 'true', title: named } })
    toast(t('form-file.made'))
    void navigate(`/survey/${data.survey?.id}?tab=content`, { replace: true })
  }

  return (
    <Dialog
      size="large"
      title={t('form-file.title')}
      busy={isBusy}
      dismissal={t('action.close')}
      onClose={onClose}
      footer={
        report && (
          <Button
            look="primary"
            loading={making.isPending}
            disabled={named === ''}
            // The error is shown above.
            onClick={() => void make().catch(() => undefined)}
          >
            {t('form-file.make')}
          </Button>
        )
      }
    >
      <Stack className="excel" gap="large" aria-busy={isBusy}>
        <p>
          {t('form-file.text')} {t('form-file.limit', { megabytes: maxFormMegabytes })}
        </p>
        <Upload
          upload={upload}
          beside={surveyFileTypes}
          renderDone={(name, result) => (
            <>
              <label className="form-file-title">
                {t('form-file.surveyTitle')}
                <TextInput
                  value={title ?? result.title}
                  maxLength={200}
                  onChange={({ target }) => setTitle(target.value)}
                />
              </label>
              <FormReport key={name} name={name} report={result} />
            </>
          )}
        />
        {wrong && state.step === 'refused' && (
          <>
            <FormReport key={state.name} name={state.name} report={wrong} />
            {wrong.remarks.some(({ code }) => code === encrypted) && (
              <div className="excel-row">
                <Button onClick={() => upload.upload(state.file, encrypted)}>{t('form-file.unencrypted')}</Button>
              </div>
            )}
          </>
        )}
        <ErrorNote error={making.error ?? undefined} />
      </Stack>
    </Dialog>
  )
}

/** The report of a refused file. */
function reportIn(error: unknown): FormFileReport | undefined {
  if (!(error instanceof ApiError) || error.code !== 'FORM_FILE_WRONG') return undefined
  return FormFileReport.safeParse(error.data).data
}
