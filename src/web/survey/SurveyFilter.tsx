import type { ListView } from '../list/list-view.ts'
import { SurveyLookup } from './SurveyLookup.tsx'
import './survey-filter.css'

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
