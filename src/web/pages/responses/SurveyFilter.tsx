import { surveys } from '#contract/surveys.ts'
import { useText } from '../../i18n/text.ts'
import { LookupSelect } from '../../resource/LookupSelect.tsx'
import type { ResponseTable } from './table.ts'

/** Responses of one survey; the URL may name it by number or by encodedId. */
export function SurveyFilter({ table }: { table: ResponseTable }) {
  const t = useText()
  const ref = table.state.filters['surveyId']
  return (
    <LookupSelect
      className="list-filter response-survey"
      aria-label={t('responses.field.surveyTitle')}
      placeholder={t('responses.anySurvey')}
      allowClear
      list={surveys.list}
      get={surveys.get}
      value={ref !== undefined && /^\d+$/.test(ref) ? Number(ref) : ref}
      onChange={(surveyId) => table.show({ surveyId })}
    />
  )
}
