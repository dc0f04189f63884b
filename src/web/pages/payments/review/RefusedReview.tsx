/** The whole call was refused and nothing happened: why, and against what the facts below can be compared. */
import * as z from 'zod/mini'
import { Sum } from '#contract/payments.ts'
import { addUp } from '#domain/money/money.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useText } from '../../../i18n/text.ts'
import type { Pick } from '../review-state.ts'
import { useFailureText, useSumText } from '../words.ts'
import { Note } from '../../../ui/Note.tsx'
import { takeFocus } from '../../../ui/focus.ts'

/** What BATCH_CHANGED carries: what the ids stand for now. */
const BatchNow = z.object({ count: z.int(), total: z.array(Sum) })

export function RefusedReview({ error, picks }: { error: unknown; picks: readonly Pick[] }) {
  const t = useText()
  const sumText = useSumText()
  const failureText = useFailureText()
  const now = z.safeParse(BatchNow, error instanceof ApiError ? error.data : undefined)
  return (
    <Note ref={takeFocus} tone="danger" className="review-refusal" role="alert" tabIndex={-1}>
      <p>
        <strong>{t('payments.review.refused')}</strong> {failureText(error)}
      </p>
      {now.success && (
        <p>
          {t('payments.review.batchChanged', {
            count: picks.length,
            total: sumText(addUp(picks)),
            countNow: now.data.count,
            totalNow: sumText(now.data.total),
          })}
        </p>
      )}
    </Note>
  )
}
