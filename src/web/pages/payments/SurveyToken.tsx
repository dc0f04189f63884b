/** The survey that the list is narrowed to, with a way out of it. One comes here by a link of the survey. */
import { CloseOutlined } from '@ant-design/icons'
import { type PaymentRow } from '#contract/payments.ts'
import { surveys } from '#contract/surveys.ts'
import { useCall } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import type { ListTable } from '../../resource/use-list-table.ts'

export function SurveyToken({ table }: { table: ListTable<PaymentRow> }) {
  const t = useText()
  const id = table.state.filters['surveyId'] ?? ''
  const listed = table.rows.find(({ surveyId }) => String(surveyId) === id)?.surveyTitle
  const { data } = useCall(surveys.get, { params: { id } }, { enabled: id !== '' && listed === undefined && !table.isLoading })
  if (id === '') return null
  return (
    <span className="survey-token">
      {t('payments.ofSurvey', { survey: listed ?? data?.data.title ?? `#${id}` })}
      <button type="button" aria-label={t('payments.everySurvey')} onClick={() => table.show({ surveyId: undefined })}>
        <CloseOutlined aria-hidden="true" />
      </button>
    </span>
  )
}
