/** Takes records from a file: its template, the file, and what became of it, with every problem by row and column. */
import { DownloadOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Answered, Endpoint } from '#contract/endpoint.ts'
import { maxWorkbookBytes, maxWorkbookRows, WorkbookReport } from '#contract/forms.ts'
import { ApiError } from '../../api/api-error.ts'
import { call, type CallInput, isCancelled } from '../../api/client.ts'
import { download } from '../../api/download.ts'
import { errorText } from '../../api/error-text.ts'
import { refresh } from '../../api/query.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import { DropZone } from './DropZone.tsx'
import { RowErrors } from './RowErrors.tsx'
import './upload.css'

interface ImportDialogProps<E extends Endpoint> {
  title: string
  /** What the file must look like. */
  text: string
  importing: E
  template: Endpoint
  /** What shows the records and loads again. */
  refreshes: readonly Endpoint[]
  done: (answer: Answered<E>) => ReactNode
  onClose: () => void
}

type State<Answer> =
  | { step: 'idle' }
  | { step: 'sending'; name: string }
  | { step: 'done'; name: string; answer: Answer }
  | { step: 'failed'; name: string; error: unknown }

const accept = '.xlsx,.csv,text/csv'

export function ImportDialog<E extends Endpoint>(props: ImportDialogProps<E>) {
  const { title, text, importing, template, refreshes, done, onClose } = props
  const t = useText()
  const [state, setState] = useState<State<Answered<E>>>({ step: 'idle' })

  async function send(file: File) {
    const { name } = file
    if (file.size > maxWorkbookBytes) {
      setState({ step: 'failed', name, error: new ApiError(413, 'PAYLOAD_TOO_LARGE', name, {}) })
      return
    }
    setState({ step: 'sending', name })
    try {
      const answer = await call(importing, { file } as unknown as CallInput<E>)
      setState(isCancelled(answer) ? { step: 'idle' } : { step: 'done', name, answer })
      await refresh(...refreshes)
    } catch (error) {
      setState({ step: 'failed', name, error })
    }
  }

  return (
    <Modal open width={720} title={title} footer={null} onCancel={onClose} scrollLock={false}>
      <div className="excel" aria-busy={state.step === 'sending'}>
        <p>
          {text} {t('excel.limits', { megabytes: maxWorkbookBytes / 1024 / 1024, rows: maxWorkbookRows })}
        </p>
        <div className="excel-row">
          <Template endpoint={template} />
        </div>
        {state.step === 'sending' ? (
          <output className="excel-sending">
            <span className="excel-progress" />
            <span>{t('excel.sending', { name: state.name })}</span>
          </output>
        ) : (
          <DropZone accept={accept} onFile={(file) => void send(file)} />
        )}
        {state.step === 'done' && (
          <output className="note tone-success excel-outcome">
            <p>{t('excel.stored', { name: state.name })}</p>
            <p>{done(state.answer)}</p>
          </output>
        )}
        {state.step === 'failed' && <Failure name={state.name} error={state.error} />}
      </div>
    </Modal>
  )
}

function Failure({ name, error }: { name: string; error: unknown }) {
  const t = useText()
  const basic = useBasicText()
  const report = error instanceof ApiError ? WorkbookReport.safeParse(error.data) : undefined
  if (report?.success) return <RowErrors name={name} report={report.data} />
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return (
    <div className="note tone-danger excel-outcome" role="alert">
      <p>
        <strong>{name}</strong>: {errorText(error, basic)}
      </p>
      <p>{t(refused ? 'excel.nothingStored' : 'excel.sendAgainSafe')}</p>
    </div>
  )
}

function Template({ endpoint }: { endpoint: Endpoint }) {
  const t = useText()
  const basic = useBasicText()
  const [error, setError] = useState<unknown>()
  return (
    <>
      <Button icon={<DownloadOutlined />} onClick={() => void download(endpoint, {} as never).catch(setError)}>
        {t('excel.download')}
      </Button>
      {error !== undefined && <span role="alert">{errorText(error, basic)}</span>}
    </>
  )
}
