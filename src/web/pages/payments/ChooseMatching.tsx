/** The second, explicit click: everything that matches the filter, frozen at this moment, up to a limit that is said. */
import { useState } from 'react'
import type { PaymentRow } from '#contract/payments.ts'
import { useText } from '../../i18n/text.ts'
import type { List } from '../../list/use-list.ts'
import { collectPayments, type Collected, maxChosen } from './collect-payments.ts'
import { choiceRefusal } from './step-refusal.ts'
import type { ChosenPayments } from './use-chosen-payments.ts'
import { useFailureText } from './words.ts'
import { Button } from '../../ui/Button.tsx'

interface ChooseMatchingProps {
  list: List<PaymentRow>
  picked: ChosenPayments
  query: Readonly<Record<string, string>>
}

type Progress =
  | { kind: 'idle' }
  | { kind: 'collecting'; read: number }
  | { kind: 'failed'; error: unknown }
  | { kind: 'done'; leftOut: number; beyond: number; chosen: number }

export function ChooseMatching({ list: { data, view }, picked, query }: ChooseMatchingProps) {
  const t = useText()
  const failureText = useFailureText()
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' })
  const { q } = view.state

  async function choose() {
    setProgress({ kind: 'collecting', read: 0 })
    try {
      const asked = q === '' ? query : { ...query, q }
      const { rows, beyond }: Collected = await collectPayments(asked, (read) =>
        setProgress({ kind: 'collecting', read }),
      )
      const free = rows.filter((row) => choiceRefusal(row) === undefined)
      picked.add(free)
      setProgress({ kind: 'done', leftOut: rows.length - free.length, beyond, chosen: free.length })
    } catch (error) {
      setProgress({ kind: 'failed', error })
    }
  }

  const offered = progress.kind !== 'done' && data.total > picked.rows.length && data.total > data.rows.length
  return (
    <>
      {progress.kind === 'failed' && <span className="bulk-failed">{failureText(progress.error)}</span>}
      {offered && (
        <Button look="link" loading={progress.kind === 'collecting'} onClick={() => void choose()}>
          {progress.kind === 'collecting'
            ? t('payments.collecting', { read: progress.read, count: Math.min(data.total, maxChosen) })
            : t(data.total > maxChosen ? 'payments.chooseFirst' : 'payments.chooseMatching', {
                count: Math.min(data.total, maxChosen),
              })}
        </Button>
      )}
      {progress.kind === 'done' && (progress.leftOut > 0 || progress.beyond > 0) && (
        <span className="bulk-note">
          {progress.leftOut > 0 && t('payments.leftOut', { count: progress.leftOut })}{' '}
          {progress.beyond > 0 && t('payments.beyond', { count: progress.beyond, limit: maxChosen })}
        </span>
      )}
    </>
  )
}
