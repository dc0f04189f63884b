/** What became of it: the reference, each payment's outcome, and what can be done about those that failed. */
import { DownloadOutlined } from '@ant-design/icons'
import { useNavigate, useSearchParams } from 'react-router'
import type { BulkRow } from '#contract/fields.ts'
import type { StepsTaken } from '../take-step.ts'
import { newKey } from '../../../api/client.ts'
import { saveAs } from '../../../api/download.ts'
import { useText } from '../../../i18n/text.ts'
import { BulkOutcome } from '../../../list/BulkOutcome.tsx'
import { withWords } from '../../../list/list-state.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { CopyText } from '../../../ui/CopyText.tsx'
import { takeFocus } from '../../../ui/focus.ts'
import type { ReviewState } from '../review-state.ts'
import { MissingNotes } from '../MissingNotes.tsx'
import { useReasonText } from '../../../i18n/reason-text.ts'
import { useSumText } from '../words.ts'
import { resultCsv, retryable } from './result-csv.ts'

interface ReviewResultProps {
  review: ReviewState
  result: StepsTaken
}

export function ReviewResult({ review, result }: ReviewResultProps) {
  const t = useText()
  const sumText = useSumText()
  const reasonText = useReasonText()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { step, picks } = review
  const failed = retryable(result, picks)
  const isAuthorized = step === 'authorize' && result.succeeded > 0

  function retry() {
    const next: ReviewState = { step, picks: failed, by: review.by, key: newKey() }
    void navigate({ search: search.toString() }, { state: { review: next } })
  }

  function save() {
    const csv = resultCsv({ step, result, picks }, (code) => (code === 'OK' ? t('list.rowDone') : reasonText(code)))
    const name = ['payments', step, result.batchId ?? review.key.slice(0, 8)].join('-')
    saveAs(`${name}.csv`, new Blob([csv], { type: 'text/csv;charset=utf-8' }))
  }

  return (
    <section className="review">
      <title>{`${t(`payments.result.${step}`, { count: result.succeeded })} · Canvass`}</title>
      <header>
        <h1 ref={takeFocus} tabIndex={-1}>
          {t(`payments.result.${step}`, { count: result.succeeded })}
        </h1>
        {isAuthorized && <p>{t('payments.result.sentOn')}</p>}
      </header>
      <dl className="review-facts">
        <div>
          <dt>{t('payments.result.reference')}</dt>
          <dd>
            {result.batchId === undefined || result.batchId === null ? (
              <CopyText text={review.key} shown={review.key.slice(0, 12)} />
            ) : (
              <CopyText text={String(result.batchId)} shown={t('payments.result.batch', { id: result.batchId })} />
            )}
          </dd>
        </div>
        <div>
          <dt>{t('payments.review.total')}</dt>
          <dd>{sumText(result.totalAmount ?? []) || '–'}</dd>
        </div>
      </dl>
      <MissingNotes missing={result.missing ?? []} when="after" />
      <div className="review-outcome">
        <BulkOutcome rows={result.results} targets={picks} counts={result} pathOf={pathOf} />
      </div>
      <footer className="review-foot">
        <ButtonLink to={{ search: withWords(search, { review: undefined, page: undefined }).toString() }}>
          {t('payments.review.back')}
        </ButtonLink>
        <Button size="large" icon={<DownloadOutlined />} onClick={save}>
          {t('payments.result.download')}
        </Button>
        {isAuthorized && <ButtonLink to="/payments?view=transactions">{t('payments.result.transactions')}</ButtonLink>}
        {failed.length > 0 && (
          <Button size="large" look="primary" onClick={retry}>
            {t('list.retryFailed', { count: failed.length })}
          </Button>
        )}
      </footer>
    </section>
  )
}

function pathOf({ id, code }: BulkRow): string | undefined {
  return code === 'NOT_FOUND' ? undefined : `/payments?view=all&open=${id}`
}
