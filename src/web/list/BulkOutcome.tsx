/** Per row what a bulk call did, failures first. For any call that answers `BulkResult` (contract/fields.ts). */
import { Link } from 'react-router'
import type { BulkResult, BulkRow } from '#contract/fields.ts'
import { hasBasic, useBasicText } from '../i18n/basic.ts'
import { useText } from '../i18n/text.ts'
import { useUsageText } from '../i18n/usage-text.ts'
import type { Selected } from './use-selection.ts'
import { Note } from '../ui/Note.tsx'
import { Table } from '../ui/Table.tsx'
import './outcome.css'

interface BulkOutcomeProps {
  rows: readonly BulkRow[]
  /** What the rows are called. */
  targets: readonly Selected[]
  /** Of the whole call, when it did not list every row; left out, the rows are counted. */
  counts?: Pick<BulkResult, 'succeeded' | 'failed' | 'skipped'>
  /** Where a record that stayed can be seen. */
  pathOf?: (row: BulkRow) => string | undefined
}

/** What needed nothing is no failure, whatever `ok` says. */
function isSkipped({ code }: BulkRow): boolean {
  return code === 'ALREADY_DONE'
}

export function BulkOutcome({ rows, targets, counts, pathOf }: BulkOutcomeProps) {
  const t = useText()
  const basic = useBasicText()
  const labels = new Map(targets.map(({ id, label }) => [id, label]))
  const skipped = rows.filter(isSkipped)
  const failed = rows.filter((row) => !row.ok && !isSkipped(row))
  const done = rows.filter((row) => row.ok && !isSkipped(row))
  const count = counts ?? { succeeded: done.length, failed: failed.length, skipped: skipped.length }
  const usage = useUsageText()
  const nameOf = ({ id, title }: BulkRow) => labels.get(id) ?? title ?? id
  const why = ({ code, message, usedBy }: BulkRow) => {
    const users = usage(usedBy)
    if (users !== undefined) return users
    const id = `errors.${code}`
    return hasBasic(id) ? basic(id) : message
  }
  const [only] = rows
  // Of one alone there is nothing to count.
  if (only && rows.length === 1 && !counts)
    return (
      <Note said="politely" tone={failed.length > 0 ? 'danger' : 'success'}>
        <strong>
          <Name name={nameOf(only)} path={failed.length > 0 ? pathOf?.(only) : undefined} />
        </strong>
        <p>{done.length > 0 ? t('list.rowDone') : why(only)}</p>
      </Note>
    )
  return (
    <>
      <Note said="politely" tone={count.failed > 0 ? 'danger' : 'success'}>
        {t('list.outcomeCounts', { done: count.succeeded, failed: count.failed, skipped: count.skipped })}
      </Note>
      <Table heads={['list.record', 'list.result']} className="bulk-outcome">
        {failed.map((row) => (
          <OutcomeRow key={row.id} name={nameOf(row)} path={pathOf?.(row)} result={`✕ ${why(row)}`} kind="failed" />
        ))}
        {skipped.map((row) => (
          <OutcomeRow key={row.id} name={nameOf(row)} result={`– ${why(row)}`} kind="skipped" />
        ))}
        {done.map((row) => (
          <OutcomeRow key={row.id} name={nameOf(row)} result={`✓ ${t('list.rowDone')}`} kind="done" />
        ))}
      </Table>
    </>
  )
}

interface OutcomeRowProps {
  name: string | number
  path?: string | undefined
  result: string
  kind: 'done' | 'skipped' | 'failed'
}

function OutcomeRow({ name, path, result, kind }: OutcomeRowProps) {
  return (
    <tr>
      <th scope="row">
        <Name name={name} path={path} />
      </th>
      <td className={`outcome-${kind}`}>{result}</td>
    </tr>
  )
}

function Name({ name, path }: { name: string | number; path: string | undefined }) {
  return path === undefined ? name : <Link to={path}>{name}</Link>
}
