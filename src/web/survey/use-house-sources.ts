/** What the house knows for a questionnaire: its units and sites, and the files of its survey. */
import { useMemo } from 'react'
import { unitTree } from '#contract/administrative-units.ts'
import { sites } from '#contract/sites.ts'
import type { SurveyFile } from '#domain/surveys/survey-files.ts'
import { ask, queryClient } from '../api/query.ts'
import { useCan } from '../api/session.ts'
import type { Sources } from '../questionnaire/asking.tsx'
import { pathText } from '../units/use-unit.ts'
import { surveyFiles } from '#contract/survey-files.ts'
import { send } from '../api/client.ts'

/** The number of places that a person looks through. */
const mostFound = 10

async function findUnits(q: string) {
  const { list, total } = await ask(unitTree.find, { query: { q, size: mostFound } })
  return { total, places: list.map((unit) => ({ code: unit.code, name: pathText(unit) })) }
}

async function findSites(q: string) {
  const { list, total } = await ask(sites.list, { query: { q, pageSize: mostFound } })
  return { total, places: list.map(({ code, title }) => ({ code, name: title })) }
}

/** Without the right to see sites their codes are typed. */
export function useHouseSources(surveyId: number): Sources {
  const canReadSites = useCan('sites.read')
  return useMemo(
    () => ({
      findUnits,
      ...(canReadSites ? { findSites } : {}),
      mediaUrl: (file: SurveyFile) => surveyFileUrl(surveyId, file),
    }),
    [canReadSites, surveyId],
  )
}

/** A file of a survey in this browser, which keeps it: its bytes never change under its id. */
function surveyFileUrl(surveyId: number, { id: fileId }: Pick<SurveyFile, 'id'>): Promise<string> {
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
