import { surveyFiles } from '#contract/survey-files.ts'
import type { SurveyFile } from '#domain/surveys/survey-files.ts'
import { send } from '../api/client.ts'
import { queryClient } from '../api/query.ts'

/** A file of a survey in this browser, which keeps it: its bytes never change under its id. */
export function surveyFileUrl(surveyId: number, { id: fileId }: Pick<SurveyFile, 'id'>): Promise<string> {
  return queryClient.fetchQuery({
    queryKey: ['survey-file', fileId],
    queryFn: async () => {
      const bytes = await send(surveyFiles.open, { params: { id: surveyId, fileId } }, (response) => response.blob())
      if (!bytes) throw new Error('Cancelled')
      return URL.createObjectURL(bytes)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}
