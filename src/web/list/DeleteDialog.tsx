/**
 * Asks before deleting, then says the outcome of each record. A failed record can be tried again, but not one that is
 * gone or in use; for that there is a link to it. All that match a filter go in one call, with the count that was shown:
 * if it has changed, the dialog says both numbers and asks again.
 */
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { BulkRow } from '#contract/fields.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Note } from '../ui/Note.tsx'
import { toast } from '../ui/toasts.ts'
import { BulkOutcome } from './BulkOutcome.tsx'
import { LazyJob } from '../jobs/LazyJob.tsx'
import { useRecordPath } from '../api/record-path.ts'
import { labelsOf, useNames } from './use-names.ts'
import { changedCount, type Targets, useRemoveRows } from './use-remove-rows.ts'
import type { Removal } from './use-resource-list.ts'
import type { Matching, Selected } from './use-selection.ts'
import './outcome.css'

interface DeleteDialogProps {
  removal: Removal
  targets: readonly Selected[]
  /** All that match a filter, instead of the targets; those only give names to rows. */
  matching?: Matching | undefined
  /** These records are no more; `all` when everything that matched was dealt with. */
  onGone: (ids: readonly (number | string)[] | 'all') => void
  onClose: () => void
}

/** So many names are read out before the rest is only counted. */
const namesShown = 8

export function DeleteDialog({ removal, targets, matching, onGone, onClose }: DeleteDialogProps) {
  const t = useText()
  const names = useNames()
  // The selection shrinks as records go; the dialog keeps speaking of those it was opened for.
  const [known] = useState(targets)
  const [frozen, setFrozen] = useState(matching)
  const [outcome, setOutcome] = useState<readonly BulkRow[]>()
  const [jobId, setJobId] = useState<number>()
  const [error, setError] = useState<unknown>()
  const [counts, setCounts] = useState<{ before: number; now: number }>()
  const { removeRows, isPending } = useRemoveRows(removal)
  const recordPath = useRecordPath()
  const { pathname } = useLocation()
  const again = outcome?.filter(({ ok, code }) => !ok && code !== 'IN_USE' && code !== 'NOT_FOUND') ?? []
  const count = frozen?.count ?? known.length
  const asked: Targets = frozen
    ? { filter: frozen.filter, expected: frozen.count }
    : { ids: known.map(({ id }) => Number(id)) }

  /** Unless that is where we are. */
  function pathOf({ id, code }: BulkRow): string | undefined {
    const path = code === 'NOT_FOUND' ? undefined : recordPath(removal.list.path.slice(1), id)
    return path === pathname ? undefined : path
  }

  async function run(these: Targets) {
    setError(undefined)
    setCounts(undefined)
    try {
      const answer = await removeRows(these)
      if ('jobId' in answer) {
        setJobId(answer.jobId)
        return onGone('all')
      }
      const { rows } = answer
      const gone = rows.filter((row) => row.ok).map((row) => row.id)
      onGone('filter' in these ? 'all' : gone)
      if (rows.every((row) => row.ok) && !outcome) {
        toast(t('list.deleted', { count: gone.length }), names(labelsOf(known, gone)))
        return onClose()
      }
      const latest = new Map(rows.map((row) => [row.id, row]))
      setOutcome(outcome ? outcome.map((row) => latest.get(row.id) ?? row) : rows)
    } catch (thrown) {
      const now = changedCount(thrown)
      if (!frozen || now === undefined) return setError(thrown)
      setCounts({ before: frozen.count, now })
      setFrozen({ ...frozen, count: now })
    }
  }

  const isOver = outcome !== undefined || jobId !== undefined
  const footer = (
    <>
      {!isOver && (
        <Button tone="danger" look="primary" loading={isPending} disabled={count === 0} onClick={() => void run(asked)}>
          {t('list.deleteCount', { count })}
        </Button>
      )}
      {isOver && again.length > 0 && (
        <Button look="primary" loading={isPending} onClick={() => void run({ ids: again.map((row) => row.id) })}>
          {t('list.retryFailed', { count: again.length })}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      title={isOver ? t('list.outcome') : t('list.deleteQuestion', { count })}
      size={isOver ? 'medium' : 'small'}
      dismissal={t(isOver ? 'action.close' : 'action.cancel')}
      onClose={onClose}
      footer={footer}
    >
      <ErrorNote error={error} />
      {counts && (
        <Note tone="warning" role="alert">
          {t('list.countChanged', counts)}
        </Note>
      )}
      {jobId !== undefined && <LazyJob id={jobId} />}
      {outcome && <BulkOutcome rows={outcome} targets={known} pathOf={pathOf} />}
      {!isOver && (
        <>
          {!frozen && <Names targets={known} />}
          <p>{t(frozen ? 'list.deleteMatching' : 'list.deleteForGood', { count })}</p>
        </>
      )}
    </Dialog>
  )
}

function Names({ targets }: { targets: readonly Selected[] }) {
  const t = useText()
  return (
    <ul className="delete-names">
      {targets.slice(0, namesShown).map(({ id, label }) => (
        <li key={id}>{label}</li>
      ))}
      {targets.length > namesShown && <li>{t('list.andMore', { count: targets.length - namesShown })}</li>}
    </ul>
  )
}
