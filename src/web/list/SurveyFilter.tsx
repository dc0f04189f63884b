import { Suspense } from 'react'
import { surveys } from '#contract/surveys.ts'
import { useText } from '../i18n/text.ts'
import { lazyComponent } from '../lazy-component.ts'
import type { ListView } from './list-view.ts'

/** After the rows: its files are a fifth of what the list needs. */
const LookupSelect = lazyComponent(async () => (await import('../form/LookupSelect.tsx')).LookupSelect)

/** What a list shows of one survey alone, by its filter `surveyId`; the URL may name it by number or by encodedId. */
export function SurveyFilter({ view }: { view: ListView }) {
  const t = useText()
  const ref = view.state.filters['surveyId']
  return (
    <Suspense fallback={<span className="survey-filter skeleton" />}>
      <LookupSelect
        className="survey-filter"
        aria-label={t('list.field.surveyId')}
        placeholder={t('list.anySurvey')}
        allowClear
        list={surveys.list}
        get={surveys.get}
        value={ref !== undefined && /^\d+$/.test(ref) ? Number(ref) : ref}
        onChange={(surveyId) => view.show({ surveyId })}
      />
    </Suspense>
  )
}
