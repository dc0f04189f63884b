/** The geofences of surveys in the database. */
import { sql } from 'kysely'
import type { Geolocation } from '#contract/geolocations.ts'
import { type FenceSettings, type Geofence, nearestCentre, noFence, type Place } from '#domain/answers/geofence.ts'
import { type Db, rowOf, rowsOf } from '../db/pool.ts'

/** The fence of a survey; OFF while none was written. */
export async function getGeolocation(db: Db, surveyId: number): Promise<Geolocation> {
  const rows = await rowsOf<Geolocation>(db)`
    select survey_id as id, mode, reference, latitude, longitude, administrative_unit_id as "administrativeUnitId",
      distance_meters as "distanceMeters", version, updated_at as "updatedAt"
    from geolocation where survey_id = ${surveyId}`
  return rows[0] ?? { id: surveyId, ...noFence, version: 0, updatedAt: null }
}

/** Writes all of it. The survey is locked. */
export async function putGeolocation(db: Db, surveyId: number, settings: FenceSettings): Promise<Geolocation> {
  const { mode, reference, latitude, longitude, administrativeUnitId, distanceMeters } = settings
  await sql`
    insert into geolocation as g (survey_id, mode, reference, latitude, longitude, administrative_unit_id, distance_meters)
    values (${surveyId}, ${mode}, ${reference}, ${latitude}, ${longitude}, ${administrativeUnitId}, ${distanceMeters})
    on conflict (survey_id) do update set mode = excluded.mode, reference = excluded.reference,
      latitude = excluded.latitude, longitude = excluded.longitude,
      administrative_unit_id = excluded.administrative_unit_id, distance_meters = excluded.distance_meters,
      version = g.version + 1, updated_at = now()
    where (g.mode, g.reference, g.latitude, g.longitude, g.administrative_unit_id, g.distance_meters)
      is distinct from (excluded.mode, excluded.reference, excluded.latitude, excluded.longitude,
        excluded.administrative_unit_id, excluded.distance_meters)`.execute(db)
  return getGeolocation(db, surveyId)
}

/** Whether the survey has a site whose place is known. */
export async function hasPlacedSite(db: Db, surveyId: number): Promise<boolean> {
  return (
    await rowOf<{ has: boolean }>(db)`
      select exists (
        select from survey join site on site.id = survey.site_id
        where survey.id = ${surveyId} and site.latitude is not null) as has`
  ).has
}

/** The fence as intake asks it, with the middles of its circles as the sites are now; undefined when it is OFF. */
export async function fenceOf(db: Db, surveyId: number): Promise<Geofence | undefined> {
  const settings = await getGeolocation(db, surveyId)
  if (settings.mode === 'OFF') return undefined
  const { mode, distanceMeters } = settings
  return { mode, distanceMeters, centres: await centresOf(db, settings) }
}

/** The circle of the fence that is nearest to a place; null without a fence or a place. */
export async function circleNear(
  db: Db,
  surveyId: number,
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
): Promise<(Place & { radiusMeters: number }) | null> {
  if (latitude === null || longitude === null) return null
  const fence = await fenceOf(db, surveyId)
  const centre = fence && nearestCentre(fence, { latitude, longitude })
  return centre ? { ...centre, radiusMeters: fence.distanceMeters } : null
}

async function centresOf(db: Db, settings: Geolocation): Promise<Place[]> {
  const { id, reference, latitude, longitude, administrativeUnitId } = settings
  if (reference === 'POINT') return latitude === null || longitude === null ? [] : [{ latitude, longitude }]
  const which =
    reference === 'SITE'
      ? sql`site.id = (select site_id from survey where survey.id = ${id})`
      : sql`site.administrative_unit_id in (
          select unit.id from administrative_unit unit where unit.path @> array[${administrativeUnitId}::bigint])`
  const rows = await rowsOf<Place>(db)`
    select latitude, longitude from site where ${which} and latitude is not null order by id`
  return rows
}
