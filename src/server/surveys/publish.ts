import { sql } from 'kysely'
import type { Survey } from '#contract/surveys.ts'
import { repeatingPersonal } from '#domain/answers/personal.ts'
import type { HighestAmounts } from '#domain/surveys/highest-amount.ts'
import { contentOf, type DraftContent } from '#domain/surveys/survey-content.ts'
import { openingProblems, surveyMoveRefusal } from '#domain/surveys/survey-life.ts'
import { publishProblems, publishRefusal } from '#domain/publishing/survey-rules.ts'
import type { Db } from '../db/pool.ts'
import { refuse } from '../errors.ts'
import { loadContent } from './content-store.ts'
import { refuseProblems } from './refusals.ts'
import { surveyStore } from './store.ts'
import { checksumOf, checksumOfVersion, insertVersion, loadVersion } from './version-store.ts'

interface Publishing {
  publishedBy: number | undefined
  highest: HighestAmounts
  /** PILOT: to be tried out before its period; PUBLISHED unless said. */
  to?: 'PUBLISHED' | 'PILOT'
}

/**
 * Makes the content the next version and opens the survey; after a pilot the same content is the same version.
 * SURVEY_NOT_READY with all of its problems, SURVEY_UNCHANGED when the open version already is this content,
 * SURVEY_TRANSITION from a status that has ended.
 */
export async function publishSurvey(db: Db, surveyId: number, { publishedBy, highest, to = 'PUBLISHED' }: Publishing) {
  const before = await surveyStore.lock(db, surveyId)
  const draft = await draftToPublish(db, surveyId)
  const content = contentOf(draft)
  const move = to === 'PILOT' ? surveyMoveRefusal(before.status, 'PILOT') : undefined
  const isUnchanged = await contentUnchanged(db, before, draft)
  refuse(move ?? publishRefusal(before.status, { contentUnchanged: isUnchanged }))
  const period = to === 'PILOT' ? [] : openingProblems(before, new Date())
  refuseProblems([...publishProblems(content, before, highest), ...period], 'SURVEY_NOT_READY')
  const version = isUnchanged
    ? await loadVersion(db, surveyId, before.currentVersion ?? 0)
    : await insertVersion(db, { surveyId, content, publishedBy })
  const survey = await surveyStore.update(db, surveyId, {
    status: to,
    currentVersion: version.number,
    statusReason: null,
  })
  return { before, survey, version }
}

/** The draft, in which texts of personal answers are personal. The survey is locked. */
async function draftToPublish(db: Db, surveyId: number) {
  const draft = await loadContent(db, surveyId)
  const ids = repeatingPersonal(draft).map(({ id }) => id)
  if (ids.length === 0) return draft
  await sql`update question set personal = true, version = version + 1, updated_at = now() where id = any(${ids})`.execute(
    db,
  )
  return loadContent(db, surveyId)
}

/** Whether the current version holds exactly this content. */
export async function contentUnchanged(db: Db, { id, currentVersion }: Survey, draft: DraftContent): Promise<boolean> {
  if (currentVersion === null) return false
  const published = await checksumOfVersion(db, id, currentVersion)
  return published !== undefined && published.equals(checksumOf(contentOf(draft)))
}
