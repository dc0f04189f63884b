import { SurveyLookup } from '../form/SurveyLookup.tsx'
import type { ListView } from './list-view.ts'

/** What a list shows of one survey alone, by its filter `surveyId`. */
export function SurveyFilter({ view }: { view: ListView }) {
  return (
    <SurveyLookup
      className="survey-filter"
      value={view.state.filters['surveyId']}
      onChange={(surveyId) => view.show({ surveyId })}
    />
  )
}
