/** The lists of a survey on the screens of staff. */
import { type ReactNode, useCallback } from 'react'
import { surveyFiles } from '#contract/survey-files.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { send } from '../api/client.ts'
import { type LoadList, useLists } from '../questionnaire/use-lists.ts'
import { ScreenSkeleton } from '../ui/ScreenSkeleton.tsx'

interface WithListsProps<Content extends SurveyContent> {
  surveyId: number
  content: Content
  /** Draws with the content when its lists are there; without a network with none of their options. */
  children: (whole: Content) => ReactNode
}

export function WithLists<Content extends SurveyContent>({ surveyId, content, children }: WithListsProps<Content>) {
  const load = useCallback<LoadList>(
    async ({ id: fileId }) =>
      (await send(surveyFiles.open, { params: { id: surveyId, fileId }, query: { as: 'rows' } }, (response) =>
        response.text(),
      )) || '',
    [surveyId],
  )
  const { whole, isFailed } = useLists(content, load)
  if (!whole && !isFailed) return <ScreenSkeleton />
  return children(whole ?? content)
}
