/** Payments from a file, in three steps: the file is looked at, its warnings are ticked, all of it is put forward. */
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { manualColumns, manualPayments, type ManualUpload, maxUploadBytes } from '#contract/manual-payments.ts'
import { payments } from '#contract/payments.ts'
import { surveys } from '#contract/surveys.ts'
import type { WorkbookReport } from '#contract/response-files.ts'
import { maxManualRows } from '#domain/money/manual-payment.ts'
import { phoneCountryOf, type PhoneProblem } from '#domain/people/phone.ts'
import { call } from '../../../api/client.ts'
import { download } from '../../../api/download.ts'
import { phoneCountry } from '../../../api/page-settings.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { LookupSelect } from '../../../form/LookupSelect.tsx'
import type { MessageId } from '../../../i18n/messages.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DownloadButton } from '../../../ui/DownloadButton.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { Upload } from '../../../uploads/Upload.tsx'
import { useUpload } from '../../../uploads/use-upload.ts'
import { useSumText } from '../words.ts'
import { uploadPath } from '../upload-path.ts'
import { useCountries } from '../../../i18n/countries.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { Select } from '../../../ui/Select.tsx'

/** Looking changes nothing. */
const nothing: [] = []
const headings = Object.fromEntries(manualColumns.map((name) => [name, `manual.field.${name}` satisfies MessageId]))

/** What the survey or the server says of phones without a country code. */
function useKnownCountry(survey: number | undefined): string | undefined {
  const { data } = useCall(surveys.get, { params: { id: survey ?? 0 } }, { enabled: survey !== undefined })
  return survey !== undefined && data ? phoneCountryOf(data.data, phoneCountry) : phoneCountry
}

function needsCountry({ problems }: WorkbookReport): boolean {
  return problems.some(({ code }) => code === ('PHONE_COUNTRY_NEEDED' satisfies PhoneProblem))
}

export function UploadDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const sumText = useSumText()
  const file = useRef<File>(undefined)
  const [survey, setSurvey] = useState<number>()
  const [country, setCountry] = useState<string>()
  const known = useKnownCountry(survey)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const asked = {
    ...(survey === undefined ? {} : { surveyId: survey }),
    ...(known === undefined && country !== undefined ? { country } : {}),
  } as const
  const upload = useUpload<ManualUpload>({
    send: (given, sending) => {
      file.current = given
      setTicked([])
      making.reset()
      return call(manualPayments.upload, { file: given, ...sending, query: { ...asked, dryRun: 'true' } })
    },
    refreshes: nothing,
  })
  const making = useSend(manualPayments.upload, { refreshes: [payments.list] })
  const { state } = upload
  const looked = state.step === 'done' ? state.result : undefined
  const made = making.data?.data
  const isBusy = state.step === 'sending' || making.isPending
  const isUnticked = looked?.warnings.some(({ group }) => !ticked.includes(group)) ?? false

  async function make() {
    if (!file.current || making.isPending) return
    const accept = ticked.length > 0 ? { accept: ticked.join(',') } : {}
    await making.mutateAsync({ file: file.current, query: { ...asked, ...accept } }).catch(() => undefined)
  }

  return (
    <Dialog
      size="large"
      title={t('manual.upload')}
      busy={isBusy}
      dismissal={t('action.close')}
      onClose={onClose}
      footer={
        looked &&
        !looked.repeated &&
        !made && (
          <Button
            look="primary"
            loading={making.isPending}
            refusal={isUnticked ? t('manual.tickFirst') : undefined}
            onClick={() => void make()}
          >
            {t('payments.confirm.initiate', { count: looked.rows, total: sumText(looked.total) })}
          </Button>
        )
      }
    >
      <Stack className="excel" gap="large" aria-busy={isBusy}>
        <p>
          {t('manual.uploadLead')} {t('excel.limits', { megabytes: maxUploadBytes / 1024 / 1024, rows: maxManualRows })}{' '}
          {t('excel.allOrNone')}
        </p>
        <LookupSelect
          className="field-wide"
          aria-label={t('manual.uploadSurvey')}
          placeholder={t('manual.uploadSurvey')}
          allowClear
          disabled={isBusy}
          list={surveys.list}
          get={surveys.get}
          value={survey}
          onChange={(id) => setSurvey(typeof id === 'number' ? id : undefined)}
        />
        {known === undefined ? (
          <PhoneCountry value={country} disabled={isBusy} onChange={setCountry} />
        ) : (
          <p>{t('excel.phonesOf', { country: format.country(known) })}</p>
        )}
        {state.step === 'rows' && needsCountry(state.report) && (
          <Note tone="warning" role="alert">
            {t('manual.countryNeeded')}
          </Note>
        )}
        <div>
          <DownloadButton fetch={() => download(manualPayments.template, {})}>{t('excel.download')}</DownloadButton>
        </div>
        {made ? (
          <Note tone="success" said="politely">
            {t('manual.uploaded', { count: made.created, total: sumText(made.total) })}{' '}
            {made.batchId !== null && (
              <Link to={uploadPath(made.batchId)} onClick={onClose}>
                {t('payments.run.showThem')}
              </Link>
            )}
          </Note>
        ) : (
          <Upload
            upload={upload}
            columns={headings}
            renderDone={(name, result) => (
              <>
                <Note tone={result.repeated ? 'warning' : 'success'} said="politely">
                  {t(result.repeated ? 'manual.repeated' : 'manual.looked', {
                    name,
                    count: result.rows,
                    total: sumText(result.total),
                  })}
                </Note>
                {result.warnings.map(({ group, count, rows }) => (
                  <label key={group} className="excel-choice">
                    <input
                      type="checkbox"
                      checked={ticked.includes(group)}
                      onChange={({ target }) =>
                        setTicked((now) => (target.checked ? [...now, group] : now.filter((one) => one !== group)))
                      }
                    />
                    {t(`manual.warning.${group}`, { count, rows: rows.slice(0, 10).map(format.number).join(', ') })}
                  </label>
                ))}
              </>
            )}
          />
        )}
        <ErrorNote error={making.error ?? undefined} />
      </Stack>
    </Dialog>
  )
}

interface PhoneCountryProps {
  value: string | undefined
  disabled: boolean
  onChange: (country: string | undefined) => void
}

/** Asks for the country of phone numbers without a country code, where neither the survey nor the server says it. */
function PhoneCountry({ value, disabled, onChange }: PhoneCountryProps) {
  const t = useText()
  const options = useCountries()
  return (
    <FieldBox label={t('manual.country')} help={t('manual.countryHelp')}>
      <Select
        className="field-wide"
        allowClear
        disabled={disabled}
        showSearch={{ optionFilterProp: 'label' }}
        value={value}
        options={options}
        onChange={onChange}
      />
    </FieldBox>
  )
}
