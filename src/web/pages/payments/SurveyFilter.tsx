import type { PaymentRow } from '#contract/payments.ts'
import { surveys } from '#contract/surveys.ts'
import { useText } from '../../i18n/text.ts'
import { LookupSelect } from '../../resource/LookupSelect.tsx'
import type { ListTable } from '../../resource/use-list-table.ts'

/** Payments of one survey; the page of a survey leads here with it chosen. */
export function SurveyFilter({ table }: { table: ListTable<PaymentRow> }) {
  const t = useText()
  const id = table.state.filters['surveyId']
  return (
    <LookupSelect
      className="list-filter payment-survey-filter"
      aria-label={t('payments.field.surveyTitle')}
      placeholder={t('payments.anySurvey')}
      allowClear
      list={surveys.list}
      get={surveys.get}
      value={id === undefined ? undefined : Number(id)}
      onChange={(surveyId) => table.show({ surveyId })}
    />
  )
}
