/** Where the responses to a survey must come from, and how far. */
import { type Geolocation, geolocations } from '#contract/geolocations.ts'
import { type FenceSettings, fenceProblems } from '#domain/answers/geofence.ts'
import { changeRefusal } from '#domain/surveys/survey-life.ts'
import type { Db } from '../db/pool.ts'
import { AppError, refuse } from '../errors.ts'
import { on } from '../http/context.ts'
import { openSurvey, type Onlooker } from '../scope.ts'
import { getGeolocation, hasPlacedSite, putGeolocation } from './geolocation-store.ts'
import { refuseProblems } from './refusals.ts'
import { surveyStore } from './store.ts'

const update = on(geolocations.update, async ({ db, params, body, actor, audit }) => {
  const { version, distance, distanceMeters = distance, ...changes } = body
  const before = await lockGeolocation(db, actor, params.id, version)
  const after = await write(db, before, { ...changes, distanceMeters })
  audit({ action: 'surveys.geofence', subjectType: 'survey', subjectId: before.id, before, after })
  return after
})

const distance = on(geolocations.distance, async ({ db, params, body, actor, audit }) => {
  const { version, distance: other, distanceMeters = other } = body
  const before = await lockGeolocation(db, actor, params.id, version)
  const after = await write(db, before, { distanceMeters })
  audit({ action: 'surveys.geofence', subjectType: 'survey', subjectId: before.id, before, after })
  return after
})

/** The fence with its survey locked, so that changes of both come in turn. */
async function lockGeolocation(
  db: Db,
  onlooker: Onlooker,
  ref: number | string,
  version: number | undefined,
): Promise<Geolocation> {
  const surveyId = await openSurvey(db, onlooker, 'edit', ref)
  refuse(changeRefusal((await surveyStore.lock(db, surveyId)).status))
  const current = await getGeolocation(db, surveyId)
  if (version !== undefined && version !== current.version) throw new AppError('STALE', { data: current })
  return current
}

type Changes = { [K in keyof FenceSettings]?: FenceSettings[K] | undefined }

async function write(db: Db, before: Geolocation, changes: Changes): Promise<Geolocation> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const settings: FenceSettings = { ...before, ...Object.fromEntries(given) }
  refuseProblems(fenceProblems(settings, { hasSite: await hasPlacedSite(db, before.id) }))
  return putGeolocation(db, before.id, settings)
}

export const geolocationRoutes = [update, distance]
