/** Per row what a bulk call did, failures first. For any call that answers `BulkResult` (contract/fields.ts). */
import type { BulkRow } from '#contract/fields.ts'
import { hasBasic, useBasicText } from '../i18n/basic.ts'
import { useText } from '../i18n/text.ts'
import type { Selected } from './use-selection.ts'
import './list.css'

interface BulkOutcomeProps {
  rows: readonly BulkRow[]
  /** What the rows are called. */
  targets: readonly Selected[]
}

export function BulkOutcome({ rows, targets }: BulkOutcomeProps) {
  const t = useText()
  const basic = useBasicText()
  const labels = new Map(targets.map(({ id, label }) => [id, label]))
  const failed = rows.filter((row) => !row.ok)
  const done = rows.filter((row) => row.ok)
  const why = ({ code, message }: BulkRow) => {
    const id = `errors.${code}`
    return hasBasic(id) ? basic(id) : message
  }
  return (
    <>
      <output className={`note ${failed.length > 0 ? 'tone-danger' : 'tone-success'}`}>
        {t('list.outcomeCounts', { done: done.length, failed: failed.length })}
      </output>
      <div className="table-frame bulk-outcome">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('list.record')}</th>
              <th scope="col">{t('list.result')}</th>
            </tr>
          </thead>
          <tbody>
            {[...failed, ...done].map((row) => (
              <tr key={row.id}>
                <th scope="row">{labels.get(row.id) ?? row.id}</th>
                <td className={row.ok ? 'outcome-done' : 'outcome-failed'}>
                  {row.ok ? `✓ ${t('list.rowDone')}` : `✕ ${why(row)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
