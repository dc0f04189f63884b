/** Asks before deleting, then says of each record what became of it; what failed can be tried again. */
import { Button, Modal } from 'antd'
import { useState } from 'react'
import type { BulkResult, BulkRow } from '#contract/fields.ts'
import type { Envelope } from '#contract/endpoint.ts'
import { ApiError } from '../api/api-error.ts'
import { errorText } from '../api/error-text.ts'
import { useSend } from '../api/query.ts'
import { useBasicText } from '../i18n/basic.ts'
import { useText } from '../i18n/text.ts'
import { toast } from '../ui/toasts.ts'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { BulkOutcome } from './BulkOutcome.tsx'
import type { Removal } from './use-resource-table.ts'
import type { Selected } from './use-selection.ts'
import './form.css'

interface DeleteDialogProps {
  removal: Removal
  targets: readonly Selected[]
  /** These records are no more. */
  onGone: (ids: readonly (number | string)[]) => void
  onClose: () => void
}

/** So many names are read out before the rest is only counted. */
const namesShown = 8

export function DeleteDialog({ removal, targets, onGone, onClose }: DeleteDialogProps) {
  useReturnFocus()
  const t = useText()
  const basic = useBasicText()
  // The selection shrinks as records go; the dialog keeps speaking of those it was opened for.
  const [asked] = useState(targets)
  const [outcome, setOutcome] = useState<readonly BulkRow[]>()
  const [error, setError] = useState<unknown>()
  const { removeRows, isPending } = useRemoveRows(removal)
  const failed = outcome?.filter((row) => !row.ok) ?? []

  async function run(ids: readonly (number | string)[]) {
    setError(undefined)
    try {
      const results = await removeRows(ids)
      const gone = results.filter((row) => row.ok).map((row) => row.id)
      onGone(gone)
      if (results.every((row) => row.ok) && !outcome) {
        toast(t('list.deleted', { count: gone.length }))
        return onClose()
      }
      const again = new Map(results.map((row) => [row.id, row]))
      setOutcome(outcome ? outcome.map((row) => again.get(row.id) ?? row) : results)
    } catch (thrown) {
      setError(thrown)
    }
  }

  const footer = outcome ? (
    <>
      <Button onClick={onClose}>{t('action.close')}</Button>
      {failed.length > 0 && (
        <Button type="primary" loading={isPending} onClick={() => void run(failed.map((row) => row.id))}>
          {t('list.retryFailed', { count: failed.length })}
        </Button>
      )}
    </>
  ) : (
    <>
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      <Button danger type="primary" loading={isPending} onClick={() => void run(asked.map((target) => target.id))}>
        {t('list.deleteCount', { count: asked.length })}
      </Button>
    </>
  )
  return (
    <Modal
      open
      title={outcome ? t('list.outcome') : t('list.deleteQuestion', { count: asked.length })}
      width={outcome ? 620 : 440}
      scrollLock={false}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={footer}
    >
      {error !== undefined && (
        <p className="note tone-danger" role="alert">
          {errorText(error, basic)}
        </p>
      )}
      {outcome ? <BulkOutcome rows={outcome} targets={asked} /> : <Names targets={asked} />}
    </Modal>
  )
}

function Names({ targets }: { targets: readonly Selected[] }) {
  const t = useText()
  return (
    <>
      <ul className="delete-names">
        {targets.slice(0, namesShown).map(({ id, label }) => (
          <li key={id}>{label}</li>
        ))}
        {targets.length > namesShown && <li>{t('list.andMore', { count: targets.length - namesShown })}</li>}
      </ul>
      <p>{t('list.deleteForGood')}</p>
    </>
  )
}

type RowIds = readonly (number | string)[]

/**
 * One record goes by its own call, several by the bulk call; both end in rows of outcome. Where records have no call of
 * their own, `remove` is the bulk call too.
 */
function useRemoveRows({ remove, removeMany, list }: Removal) {
  const one = useSend(remove, { refreshes: [list] })
  const many = useSend(removeMany, { refreshes: [list] })

  async function removeOne(id: number | string): Promise<BulkRow[]> {
    try {
      await one.mutateAsync({ params: { id } } as never)
      return [{ id, ok: true, code: 'OK', message: '' }]
    } catch (error) {
      // What the server refuses is an outcome; a server that is away is not.
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      const { usedBy } = (error.data ?? {}) as Pick<BulkRow, 'usedBy'>
      return [{ id, ok: false, code: error.code, message: error.message, ...(usedBy ? { usedBy } : {}) }]
    }
  }

  async function removeRows(ids: RowIds): Promise<readonly BulkRow[]> {
    const [only] = ids
    if (remove !== removeMany && ids.length === 1 && only !== undefined) return removeOne(only)
    const answer = (await many.mutateAsync({ body: { ids } } as never)) as unknown as Envelope<BulkResult>
    return answer.data.results
  }

  return { removeRows, isPending: one.isPending || many.isPending }
}
