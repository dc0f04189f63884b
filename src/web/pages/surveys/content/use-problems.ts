import { useEffect, useState } from 'react'
import type { SurveyDetail } from '#contract/surveys.ts'
import type { FieldProblem } from '#domain/problems.ts'
import { publishProblems } from '#domain/publishing/survey-rules.ts'
import { highestAmounts } from '../../../api/page-settings.ts'
import { byPlace } from './obstacles-by-place.ts'
import { useStableMap } from './use-stable-map.ts'

/** The checks look at the whole survey: they wait until its editor pauses. */
const pauseMs = 400

/** What keeps the survey from being published, by the place that shows it. */
export function useProblems(survey: SurveyDetail): ReadonlyMap<string, readonly FieldProblem[]> {
  const [problems, setProblems] = useState(() => problemsOf(survey))
  useEffect(() => {
    const timer = setTimeout(() => setProblems(problemsOf(survey)), pauseMs)
    return () => clearTimeout(timer)
  }, [survey])
  return useStableMap(problems)
}

function problemsOf(survey: SurveyDetail): Map<string, FieldProblem[]> {
  return byPlace(survey, publishProblems(survey, survey, highestAmounts()))
}
