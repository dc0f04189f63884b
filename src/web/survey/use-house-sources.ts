/** What the house knows for a questionnaire: its units and sites, and the files of its survey. */
import { useMemo } from 'react'
import { unitTree } from '#contract/administrative-units.ts'
import { sites } from '#contract/sites.ts'
import type { SurveyFile } from '#domain/surveys/survey-files.ts'
import { ask } from '../api/query.ts'
import { useCan } from '../api/session.ts'
import type { Sources } from '../questionnaire/asking.tsx'
import { pathText } from '../units/use-unit.ts'
import { surveyFileUrl } from './survey-file-url.ts'

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
