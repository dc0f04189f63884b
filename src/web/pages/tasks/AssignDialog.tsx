/** Gives the chosen tasks to one person: those ticked, or all of the filter, as of a site or a unit. */
import { useId, useState } from 'react'
import { type BulkRow, maxBulkIds } from '#contract/fields.ts'
import { tasks } from '#contract/tasks.ts'
import { useSend } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { BulkOutcome } from '../../list/BulkOutcome.tsx'
import { inParts } from '../../list/in-parts.ts'
import { changedCount } from '../../list/use-remove-rows.ts'
import type { Selection } from '../../list/use-selection.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { AssigneeField } from './AssigneeField.tsx'
import '../../form/form.css'

interface AssignDialogProps {
  selection: Selection
  /** What the list is narrowed to besides its filter. */
  fixed: Readonly<Record<string, string>>
  onClose: () => void
}

export function AssignDialog({ selection, fixed, onClose }: AssignDialogProps) {
  const t = useText()
  const id = useId()
  const [{ chosen, matching }] = useState(selection)
  const [count, setCount] = useState(matching?.count ?? chosen.length)
  const [assignee, setAssignee] = useState<number>()
  const [changed, setChanged] = useState(false)
  const [rows, setRows] = useState<readonly BulkRow[]>()
  const assign = useSend(tasks.assign, { refreshes: [tasks.list] })

  async function send(which: object): Promise<readonly BulkRow[]> {
    return (await assign.mutateAsync({ body: { ...which, assigneeId: assignee ?? null } })).data.results
  }

  async function run() {
    try {
      const done = matching
        ? await send({ filter: { ...fixed, ...matching.filter }, expected: count })
        : await inParts(
            chosen.map((row) => Number(row.id)),
            maxBulkIds,
            (ids) => send({ ids }),
          )
      selection.clear()
      if (done.every(({ ok }) => ok)) return t('tasks.assigned', { count: done.length })
      setRows(done)
    } catch (thrown) {
      // The next press is the agreement to that count.
      const now = changedCount(thrown)
      if (now === undefined) throw thrown
      setCount(now)
      setChanged(true)
    }
    return false
  }

  return (
    <ConfirmDialog
      title={t('tasks.assignMany', { count })}
      action={rows ? undefined : t('tasks.assignMany', { count })}
      run={run}
      onClose={onClose}
    >
      {rows ? (
        <BulkOutcome rows={rows} targets={chosen} />
      ) : (
        <>
          {changed && (
            <Note said="politely" tone="warning">
              {t('tasks.assignChanged', { count })}
            </Note>
          )}
          <AssigneeField id={id} value={assignee} onChange={setAssignee} />
        </>
      )}
    </ConfirmDialog>
  )
}
