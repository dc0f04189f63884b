/** Sites from a file: what it did, or what is wrong with it, by row and column. */
import { DownloadOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { type ChangeEvent, useState } from 'react'
import { maxWorkbookBytes, maxWorkbookRows, type RowProblem, WorkbookReport } from '#contract/forms.ts'
import { type SiteImport, sites } from '#contract/sites.ts'
import { ApiError } from '../../api/api-error.ts'
import { download } from '../../api/download.ts'
import { errorText } from '../../api/error-text.ts'
import { useSend } from '../../api/query.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText, useTextOr } from '../../i18n/text.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import '../../resource/list.css'
import './sites.css'

export function SiteImportDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  const t = useText()
  const basic = useBasicText()
  const [file, setFile] = useState<File>()
  const [goodOnly, setGoodOnly] = useState(false)
  const [done, setDone] = useState<SiteImport>()
  const [error, setError] = useState<unknown>()
  const send = useSend(sites.import, { refreshes: [sites.list, sites.map] })

  function choose(event: ChangeEvent<HTMLInputElement>) {
    setFile(event.target.files?.[0])
    setDone(undefined)
    setError(undefined)
  }

  async function run() {
    if (!file) return
    setError(undefined)
    setDone(undefined)
    try {
      setDone((await send.mutateAsync({ file, query: { goodOnly: goodOnly ? 'true' : 'false' } })).data)
    } catch (thrown) {
      setError(thrown)
    }
  }

  const report = reportOf(error)
  return (
    <Modal
      open
      title={t('sites.importTitle')}
      width={680}
      scrollLock={false}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.close')}</Button>
          <Button type="primary" disabled={!file} loading={send.isPending} onClick={() => void run()}>
            {t('sites.importRun')}
          </Button>
        </>
      }
    >
      <div className="site-import">
        <p>{t('sites.importText', { megabytes: maxWorkbookBytes / 1_048_576, rows: maxWorkbookRows })}</p>
        <Button icon={<DownloadOutlined />} onClick={() => void download(sites.template, {}).catch(setError)}>
          {t('sites.importTemplate')}
        </Button>
        <input type="file" aria-label={t('sites.importChoose')} accept=".xlsx,.csv" onChange={choose} />
        <label>
          <input type="checkbox" checked={goodOnly} onChange={(event) => setGoodOnly(event.target.checked)} />{' '}
          {t('sites.importGoodOnly')}
        </label>
        {done && <output className="note tone-success">{t('sites.importDone', counts(done))}</output>}
        {done && done.problemCount > 0 && (
          <>
            <p>{t('sites.importSkipped', { count: done.problemCount })}</p>
            <Problems problems={done.problems} />
          </>
        )}
        {error !== undefined && (
          <p className="note tone-danger" role="alert">
            {report
              ? t('sites.importProblems', { count: report.problemCount, rows: report.rows })
              : errorText(error, basic)}
          </p>
        )}
        {report && <Problems problems={report.problems} />}
      </div>
    </Modal>
  )
}

function counts({ created, changed, unchanged, skipped }: SiteImport) {
  return { created, changed, unchanged, skipped }
}

function reportOf(error: unknown): WorkbookReport | undefined {
  if (!(error instanceof ApiError) || error.code !== 'WORKBOOK_ROWS_INVALID') return undefined
  const parsed = WorkbookReport.safeParse(error.data)
  return parsed.success ? parsed.data : undefined
}

function Problems({ problems }: { problems: readonly RowProblem[] }) {
  const t = useText()
  const textOr = useTextOr()
  return (
    <div className="table-frame site-import-problems">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('sites.importRow')}</th>
            <th scope="col">{t('sites.importColumn')}</th>
            <th scope="col">{t('sites.importProblem')}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ row, column, cell, code, message, limit = 0, otherRow = 0 }) => (
            <tr key={`${cell} ${code} ${column}`}>
              <td>{row}</td>
              <td>{column}</td>
              <td>{textOr(`problems.${code}`, message, { limit, row: otherRow })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
