/** The published versions of a survey: read, compared, and revised where responses stay as good as they are. */
import { pageOf } from '#contract/fields.ts'
import { versions } from '#contract/versions.ts'
import { contentOf } from '#domain/surveys/survey-content.ts'
import { changeRefusal } from '#domain/surveys/survey-life.ts'
import { publishProblems } from '#domain/publishing/survey-rules.ts'
import { contentChanges, fitsRevision, logicChanges } from '#domain/surveys/version-changes.ts'
import type { Db } from '../db/pool.ts'
import { AppError, refuse } from '../errors.ts'
import { on } from '../http/context.ts'
import { openSurvey } from '../scope.ts'
import { loadContent } from './content-store.ts'
import { refuseProblems } from './refusals.ts'
import { surveyStore } from './store.ts'
import { insertRevision, listVersions, loadVersion, responsesOf, type StoredVersion } from './version-store.ts'

const list = on(versions.list, async ({ db, params, query, actor }) => {
  const surveyId = await openSurvey(db, actor, 'see', params.surveyId)
  return listVersions(db, surveyId, pageOf(query))
})

const changes = on(versions.changes, async ({ db, params, query, actor }) => {
  const surveyId = await openSurvey(db, actor, 'see', params.surveyId)
  const { currentVersion } = await surveyStore.get(db, surveyId)
  const to = query.to === undefined ? null : await referred(db, surveyId, query.to)
  const from = await startOf(db, surveyId, { given: query.from, to, currentVersion })
  const content = to?.content ?? contentOf(await loadContent(db, surveyId))
  const found = contentChanges(from?.content ?? null, content)
  return {
    from: from && { number: from.number, revision: from.revision },
    to: to && { number: to.number, revision: to.revision },
    changes: found,
    logic: logicChanges(from?.content ?? null, content),
    fitsRevision: from !== null && fitsRevision(found),
    responseCount: from ? await responsesOf(db, surveyId, from.number) : 0,
  }
})

/** The version before `to`; the current one before the draft. */
async function startOf(
  db: Db,
  surveyId: number,
  { given, to, currentVersion }: { given: string | undefined; to: StoredVersion | null; currentVersion: number | null },
): Promise<StoredVersion | null> {
  if (given !== undefined) return referred(db, surveyId, given)
  if (to === null) return currentVersion === null ? null : loadVersion(db, surveyId, currentVersion)
  if (to.revision > 0) return loadVersion(db, surveyId, to.number, to.revision - 1)
  return to.number === 1 ? null : loadVersion(db, surveyId, to.number - 1)
}

function referred(db: Db, surveyId: number, reference: string): Promise<StoredVersion> {
  const [number, revision] = reference.split('.').map(Number)
  return loadVersion(db, surveyId, number ?? 0, revision)
}

const revise = on(versions.revise, async ({ db, params, actor, audit, services }) => {
  const surveyId = await openSurvey(db, actor, 'manage', params.surveyId)
  const survey = await surveyStore.lock(db, surveyId)
  refuse(changeRefusal(survey.status))
  if (survey.currentVersion === null) throw new AppError('SURVEY_TRANSITION')
  const content = contentOf(await loadContent(db, surveyId))
  const before = await loadVersion(db, surveyId, survey.currentVersion)
  const found = contentChanges(before.content, content)
  if (found.length === 0) refuse('SURVEY_UNCHANGED')
  if (!fitsRevision(found)) refuse('VERSION_NEEDED')
  refuseProblems(publishProblems(content, survey, services.settings.highestAmounts), 'SURVEY_NOT_READY')
  const { content: _content, ...previous } = before
  const after = await insertRevision(db, { surveyId, number: before.number, content, publishedBy: actor.id })
  audit({
    action: 'surveys.revise',
    subjectType: 'survey',
    subjectId: surveyId,
    before: { published: previous },
    after: { published: after },
  })
  return after
})

export const versionRoutes = [list, changes, revise]
