import { surveys } from '#contract/surveys.ts'
import { useText } from '../i18n/text.ts'
import { LookupOnDemand } from '../form/LookupOnDemand.tsx'
import type { ListView } from './list-view.ts'

/** What a list shows of one survey alone, by its filter `surveyId`; the URL may name it by number or by encodedId. */
export function SurveyFilter({ view }: { view: ListView }) {
  const t = useText()
  const ref = view.state.filters['surveyId']
  return (
    <LookupOnDemand
      className="survey-filter"
      aria-label={t('list.field.surveyId')}
      placeholder={t('list.anySurvey')}
      allowClear
      list={surveys.list}
      get={surveys.get}
      value={ref !== undefined && /^\d+$/.test(ref) ? Number(ref) : ref}
      onChange={(surveyId) => view.show({ surveyId })}
    />
  )
}
