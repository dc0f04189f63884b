/** Takes records from a file: its template, the file, and what became of it, with every problem by row and column. */
import { type ReactNode, useState } from 'react'
import type { Answered, Endpoint } from '#contract/endpoint.ts'
import { maxWorkbookBytes, maxWorkbookRows } from '#contract/response-files.ts'
import { call, type CallInput } from '../api/client.ts'
import { download } from '../api/download.ts'
import { useText } from '../i18n/text.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DownloadButton } from '../ui/DownloadButton.tsx'
import { Stack } from '../ui/Stack.tsx'
import type { ColumnNames } from './RowErrors.tsx'
import { Upload } from './Upload.tsx'
import { useUpload } from './use-upload.ts'

type ResultOf<E> = Answered<E> extends { data: infer Data extends object } ? Data : never

interface ImportDialogProps<E extends Endpoint> {
  title: string
  /** What the file must look like. */
  text: string
  importing: E
  /** Of the paths of both calls. */
  params?: Readonly<Record<string, number | string>>
  columns: ColumnNames
  /** Whether it may leave rows with problems out and take the rest. */
  takesGoodOnly?: boolean
  /** Where the template comes from: a call, or the page itself. */
  template: Endpoint | (() => void)
  /** What shows the records and loads again. */
  refreshes: readonly Endpoint[]
  /** Draws the result of an accepted file. */
  renderDone: (name: string, result: ResultOf<E>) => ReactNode
  onClose: () => void
}

export function ImportDialog<E extends Endpoint>(props: ImportDialogProps<E>) {
  const {
    title,
    text,
    importing,
    params,
    columns,
    takesGoodOnly = false,
    template,
    refreshes,
    renderDone,
    onClose,
  } = props
  const t = useText()
  const [goodOnly, setGoodOnly] = useState(false)
  const inPath = params ? { params } : {}
  const query = takesGoodOnly ? { query: { goodOnly: String(goodOnly) } } : {}
  const upload = useUpload<ResultOf<E>>({
    send: (file, sending) => call(importing, { file, ...sending, ...inPath, ...query } as unknown as CallInput<E>),
    refreshes,
  })
  const isSending = upload.state.step === 'sending'
  return (
    <Dialog size="large" title={title} busy={isSending} dismissal={t('action.close')} onClose={onClose}>
      <Stack className="excel" gap="large" aria-busy={isSending}>
        <p>
          {text} {t('excel.limits', { megabytes: maxWorkbookBytes / 1024 / 1024, rows: maxWorkbookRows })}{' '}
          {!goodOnly && t('excel.allOrNone')}
        </p>
        <div className="excel-row">
          <Template template={template} input={inPath} />
          {takesGoodOnly && (
            <label className="excel-choice">
              <input
                type="checkbox"
                checked={goodOnly}
                disabled={isSending}
                onChange={(event) => setGoodOnly(event.target.checked)}
              />
              {t('excel.goodOnly')}
            </label>
          )}
        </div>
        <Upload upload={upload} columns={columns} renderDone={renderDone} />
      </Stack>
    </Dialog>
  )
}

function Template({ template, input }: { template: Endpoint | (() => void); input: object }) {
  const t = useText()
  const fetch = async () => (typeof template === 'function' ? template() : download(template, input as never))
  return <DownloadButton fetch={fetch}>{t('excel.download')}</DownloadButton>
}
