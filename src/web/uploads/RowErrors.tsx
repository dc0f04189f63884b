import { CopyOutlined, DownloadOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { RowProblem, WorkbookReport } from '#contract/response-files.ts'
import type { ProblemCode } from '#domain/problems.ts'
import { saveAs } from '../api/download.ts'
import { useProblemText } from '../i18n/problem-text.ts'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { csvText, tsvText } from '#domain/text/csv.ts'
import { Note } from '../ui/Note.tsx'
import { toast } from '../ui/toasts.ts'
import { phone, useMedia } from '../ui/use-media.ts'
import { endHead, Table } from '../ui/Table.tsx'
import { FileRemarks } from './FileRemarks.tsx'
import './upload.css'

/** So many are drawn at first; a report may hold a thousand. */
const shownAtFirst = 100

/** What the pages call the columns of a file, by their keys. */
export type ColumnNames = Readonly<Record<string, MessageId>>

interface RowErrorsProps {
  name: string
  report: WorkbookReport
  /** None for a file whose own first row has the codes. */
  columns?: ColumnNames | undefined
}

/** A file that was refused, and every problem of it. */
export function RowErrors({ name, report, columns }: RowErrorsProps) {
  const t = useText()
  const { problemCount: count, rows } = report
  return (
    <>
      <Note tone="danger" className="excel-outcome">
        <p>
          <strong>{name}</strong>: {t('excel.problems', { count, rows })}
        </p>
        <p>{t('excel.nothingStored')}</p>
      </Note>
      <FileRemarks remarks={report.remarks} />
      <ProblemRows name={name} report={report} columns={columns} />
    </>
  )
}

/** Every problem of an uploaded file, by row and cell. */
export function ProblemRows({ name: file, report, columns = {} }: RowErrorsProps) {
  const t = useText()
  const words = useRowWords()
  const [all, setAll] = useState(false)
  const { problems, problemCount, rows } = report
  // An unknown heading is shown as the user typed it.
  const named = new Map(Object.entries(columns).map(([key, message]) => [key, t(message)]))
  const lines = problems.map((problem) => ({
    ...problem,
    row: String(problem.row),
    cell: problem.sheet === undefined ? problem.cell : `${problem.sheet}!${problem.cell}`,
    name: named.get(problem.column),
    text: words(problem),
  }))
  const texts = [
    [t('excel.row'), t('excel.column'), t('excel.cell'), t('excel.problem')],
    ...lines.map(({ row, column, name = column, cell, text }) => [row, name, cell, text]),
  ]
  const shown = all ? lines : lines.slice(0, shownAtFirst)

  async function copy() {
    try {
      await navigator.clipboard.writeText(tsvText(texts))
      toast(t('excel.copied'))
    } catch {
      toast(t('excel.notCopied'))
    }
  }

  function save() {
    saveAs(`${baseName(file)}-errors.csv`, new Blob([csvText(texts)], { type: 'text/csv;charset=utf-8' }))
  }

  return (
    <div className="excel-report">
      <div className="excel-row">
        <Button icon={<CopyOutlined />} onClick={() => void copy()}>
          {t('excel.copy')}
        </Button>
        <Button icon={<DownloadOutlined />} onClick={save}>
          {t('excel.downloadCsv')}
        </Button>
        {problemCount > problems.length && (
          <span className="blank">{t('excel.listed', { listed: problems.length, count: problemCount })}</span>
        )}
      </div>
      <Problems caption={t('excel.problems', { count: problemCount, rows })} lines={shown} />
      {shown.length < problems.length && (
        <Button onClick={() => setAll(true)}>{t('excel.showAll', { count: problems.length })}</Button>
      )}
    </div>
  )
}

interface Line {
  row: string
  cell: string
  code: string
  column: string
  /** What the pages call the column, if they know it. */
  name: string | undefined
  text: string
}

/** A table; on a phone a card each, as in lists. */
function Problems({ caption, lines }: { caption: string; lines: readonly Line[] }) {
  const t = useText()
  const isPhone = useMedia(phone)
  if (isPhone)
    return (
      <ul className="cards excel-cards" aria-label={t('excel.problemTable')}>
        {lines.map(({ row, cell, code, column, name, text }) => (
          <li key={`${cell}-${column}-${code}`} className="card">
            <div className="card-head">
              <strong>{name ?? (column === '' ? cell : <code>{column}</code>)}</strong>
              <span className="blank">{t('excel.place', { row, cell })}</span>
            </div>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    )
  return (
    <>
      <Table
        heads={[endHead('excel.row'), 'excel.column', 'excel.cell', 'excel.problem']}
        className="excel-table"
        label={t('excel.problemTable')}
        caption={caption}
      >
        {lines.map(({ row, cell, code, column, name, text }) => (
          <tr key={`${cell}-${column}-${code}`}>
            <td className="table-end">{row}</td>
            <td>{name ?? <code>{column}</code>}</td>
            <td>{cell}</td>
            <td>{text}</td>
          </tr>
        ))}
      </Table>
    </>
  )
}

function useRowWords(): (problem: RowProblem) => string {
  const t = useText()
  const problemText = useProblemText()
  return ({ code, value, ...said }) => {
    const problem = problemText({ ...said, code: code as ProblemCode })
    return value === undefined ? problem : t('excel.valueProblem', { value, problem })
  }
}

function baseName(name: string): string {
  return name.replace(/\.\w{3,4}$/, '')
}
