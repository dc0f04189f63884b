import type { PaymentRow } from '#contract/payments.ts'
import { addUp } from '#domain/money/money.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Amounts } from '../../../money/Amounts.tsx'
import { rangesOf } from './sheet.ts'

/** How many, how much, between which amounts, of which surveys. */
export function SheetFacts({ rows }: { rows: readonly PaymentRow[] }) {
  const t = useText()
  const format = useFormat()
  const ranges = rangesOf(rows)
  const surveys = [...new Map(rows.map(({ surveyId, surveyTitle }) => [surveyId, surveyTitle])).values()]
  return (
    <dl className="review-facts">
      <div>
        <dt>{t('payments.review.count')}</dt>
        <dd>{format.number(rows.length)}</dd>
      </div>
      <div>
        <dt>{t('payments.review.total')}</dt>
        <dd>
          <Amounts of={addUp(rows)} />
        </dd>
      </div>
      <div>
        <dt>{t('payments.review.least')}</dt>
        <dd>
          <Amounts of={ranges.map(({ least }) => least)} />
        </dd>
      </div>
      <div>
        <dt>{t('payments.review.most')}</dt>
        <dd>
          <Amounts of={ranges.map(({ most }) => most)} />
        </dd>
      </div>
      <div className="review-surveys">
        <dt>{t('payments.review.surveys', { count: surveys.length })}</dt>
        <dd>{surveys.length === 0 ? '–' : surveys.join(' · ')}</dd>
      </div>
    </dl>
  )
}
