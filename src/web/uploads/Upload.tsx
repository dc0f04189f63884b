import { type ReactNode, useEffect, useRef, useState } from 'react'
import { xlsxMime } from '#contract/response-files.ts'
import { ApiError } from '../api/api-error.ts'
import { errorText } from '../api/error-text.ts'
import { useBasicText } from '../i18n/basic.ts'
import { useText } from '../i18n/text.ts'
import { type ColumnNames, RowErrors } from './RowErrors.tsx'
import { zipFiles } from './zip-files.ts'
import type { UploadState, useUpload } from './use-upload.ts'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { isFocusFree, useFocusAfter } from '../ui/focus.ts'
import { Stack } from '../ui/Stack.tsx'
import { FileExcelOutlined } from '@ant-design/icons'
import './upload.css'

interface UploadProps<Result extends object> {
  upload: ReturnType<typeof useUpload<Result>>
  columns?: ColumnNames
  /** Draws the result of an accepted file. */
  renderDone: (name: string, result: Result) => ReactNode
  /** Draws a refusal that needs an answer of the user; undefined for any other refusal. */
  renderRefused?: (error: unknown, file: File) => ReactNode | undefined
  /** Further kinds of files, which may be chosen together with a table. */
  beside?: string
}

export function Upload<Result extends object>({
  upload: { state, most, upload, cancel },
  columns,
  renderDone,
  renderRefused,
  beside,
}: UploadProps<Result>) {
  const place = useRef<HTMLDivElement>(null)
  const { step } = state
  // The field makes room for the progress and comes back after it: each takes over the focus that the other had.
  const asked = state.step === 'refused' ? renderRefused?.(state.error, state.file) : undefined
  useFocusAfter(step, () => (isFocusFree() ? place.current?.querySelector<HTMLElement>('input, button') : undefined))
  return (
    <Stack ref={place} className="excel" gap="large">
      {state.step === 'sending' ? (
        <Progress key={state.name} name={state.name} part={state.part} onCancel={cancel} />
      ) : (
        <DropZone beside={beside} onFile={(file) => upload(file)} />
      )}
      {state.step === 'done'
        ? renderDone(state.name, state.result)
        : (asked ?? <Trouble state={state} most={most} columns={columns} onAgain={(file) => upload(file)} />)}
    </Stack>
  )
}

/** How far a file is: its way to the server in per cent, then the seconds since it began, as the server tells nothing. */
function Progress({ name, part, onCancel }: { name: string; part: number; onCancel: () => void }) {
  const t = useText()
  const seconds = useSeconds()
  const isSent = part >= 1
  const percent = Math.floor(part * 100)
  return (
    <div className="excel-sending">
      <ProgressBar label={name} tone="going" percent={isSent ? undefined : percent} />
      <output>{t(isSent ? 'excel.checking' : 'excel.sending', { name })}</output>
      <span className="blank">{t(isSent ? 'excel.seconds' : 'excel.sent', { percent, seconds })}</span>
      <Button onClick={onCancel}>{t('action.cancel')}</Button>
    </div>
  )
}

/** Whole seconds since it was first drawn. */
function useSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}

interface TroubleProps {
  state: Exclude<UploadState<object>, { step: 'done' }>
  columns: ColumnNames | undefined
  most: number
  onAgain: (file: File) => void
}

function Trouble({ state, most, columns, onAgain }: TroubleProps) {
  const t = useText()
  const basic = useBasicText()
  switch (state.step) {
    case 'idle':
    case 'sending':
      return null
    case 'unfit':
      return <Refusal name={state.name} why={t(`excel.refusal.${state.refusal}`, { megabytes: most / 1048576 })} />
    case 'refused': {
      const row = openQuoteRow(state.error)
      const why = row === undefined ? errorText(state.error, basic) : t('excel.refusal.openQuote', { row })
      return <Refusal name={state.name} why={why} note={mayBeStored(state.error)} />
    }
    case 'unknown':
      return (
        <Note tone="warning" className="excel-outcome" role="alert">
          <p>{t('excel.unknown', { name: state.name })}</p>
          <Button onClick={() => onAgain(state.file)}>{t('excel.sendAgain')}</Button>
        </Note>
      )
    case 'rows':
      return <RowErrors name={state.name} report={state.report} columns={columns} />
  }
}

/** The row of a CSV where a quote begins that does not end. */
function openQuoteRow(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'FILE_BROKEN') return undefined
  return (error.data as { row?: number } | undefined | null)?.row
}

/** A server that fell over says nothing of what it had stored by then. */
function mayBeStored(error: unknown): 'open' | 'nothing' {
  return error instanceof ApiError && error.status < 500 ? 'nothing' : 'open'
}

function Refusal({ name, why, note = 'nothing' }: { name: string; why: string; note?: 'open' | 'nothing' }) {
  const t = useText()
  return (
    <Note tone="danger" className="excel-outcome">
      <p>
        <strong>{name}</strong>: {why}
      </p>
      <p>{t(note === 'nothing' ? 'excel.nothingStored' : 'excel.sendAgainSafe')}</p>
    </Note>
  )
}

/** Takes a file, or several as one archive, dropped or chosen: a file field laid over the whole zone, which does both by itself. */
const accepted = `.xlsx,.xls,.ods,.csv,.txt,.zip,${xlsxMime},application/vnd.ms-excel,application/zip,text/csv`

/** Takes one file at a time and says what became of it, row by row when rows are wrong. */
function DropZone({ beside, onFile }: { beside: string | undefined; onFile: (file: File) => void }) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  return (
    <div className="drop-zone" data-over={over}>
      <input
        ref={field}
        type="file"
        aria-label={t('excel.choose')}
        accept={beside ? `${accepted},${beside}` : accepted}
        multiple={beside !== undefined}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          const [file] = files
          if (files.length > 1) void zipFiles(files).then(onFile)
          else if (file) onFile(file)
          // The same file, corrected and chosen again, must count as a choice too.
          if (field.current) field.current.value = ''
        }}
      />
      <FileExcelOutlined />
      <span className="button" aria-hidden="true">
        {t('excel.choose')}
      </span>
      <span className="wide-only" aria-hidden="true">
        {t('excel.orDrop')}
      </span>
    </div>
  )
}
