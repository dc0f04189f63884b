/** The geofence while it is being set: what is changed, what is wrong with it, and how it is saved. */
import { useMemo, useState } from 'react'
import { type Geolocation, geolocations } from '#contract/geolocations.ts'
import { type SurveyDetail, surveys } from '#contract/surveys.ts'
import type { FenceSettings } from '#domain/answers/geofence.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useText } from '../../../i18n/text.ts'
import { toast } from '../../../ui/toasts.ts'
import { useWarningOnUnload } from '../../../ui/use-warning-on-unload.ts'
import { changesOf, type FenceDraft, isDistanceAlone, settingsOf } from './fence-draft.ts'
import { maxPageSize } from '#contract/fields.ts'
import { mapCells, sites } from '#contract/sites.ts'
import { useCan } from '../../../api/session.ts'

const refreshes = [surveys.get]

export function useFence({ id, geolocation }: SurveyDetail) {
  const t = useText()
  const [begunDraft, setDraft] = useState<FenceDraft>()
  const [error, setError] = useState<ApiError>()
  const [theirs, setTheirs] = useState<Geolocation>()
  const update = useSend(geolocations.update, { refreshes })
  const updateDistance = useSend(geolocations.distance, { refreshes })
  const draft = begunDraft ?? { begun: geolocation, changes: {} }
  const changes = changesOf(draft)
  const isDirty = Object.keys(changes).length > 0
  useWarningOnUnload(isDirty)

  function set(more: Partial<FenceSettings>) {
    setError(undefined)
    setDraft({ begun: draft.begun, changes: { ...draft.changes, ...more } })
  }

  /** On top of this version. */
  async function save({ version } = draft.begun) {
    setError(undefined)
    setTheirs(undefined)
    const isDistance = isDistanceAlone(changes)
    const params = { id }
    try {
      if (isDistance) await updateDistance.mutateAsync({ params, body: { distanceMeters: changes.distanceMeters } })
      else await update.mutateAsync({ params, body: { ...changes, version } })
      setDraft(undefined)
      toast(t(isDistance ? 'geofence.distanceSaved' : 'geofence.saved'))
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      if (thrown.code === 'STALE') return setTheirs(thrown.data as Geolocation)
      setError(thrown)
      toast(t(isDistance ? 'geofence.distanceFailed' : 'geofence.saveFailed'))
    }
  }

  return {
    settings: settingsOf(draft),
    isDirty,
    isSending: update.isPending || updateDistance.isPending,
    error,
    /** What another user saved meanwhile. */
    theirs,
    set,
    save,
    /** Takes what is stored. */
    drop: () => {
      setDraft(undefined)
      setError(undefined)
      setTheirs(undefined)
    },
    goBack: () => setTheirs(undefined),
  }
}

export type FenceModel = ReturnType<typeof useFence>

type Placed = { latitude: number | null; longitude: number | null }

/** The circles of a geofence as it is being set, around the places that the reader may know of. */
export function useCircles(siteId: number | null, settings: FenceSettings) {
  const { reference, latitude, longitude, administrativeUnitId, distanceMeters } = settings
  const canRead = useCan(sites.read)
  const site = useCall(sites.get, { params: { id: siteId ?? 0 } }, { enabled: canRead && siteId !== null }).data?.data
  const query = { administrativeUnitId: String(administrativeUnitId), pageSize: maxPageSize, sort: 'title' as const }
  const enabled = canRead && reference === 'ADMIN_UNIT' && administrativeUnitId !== null
  const inUnit = useCall(sites.list, { query }, { enabled }).data
  const whole = useCall(sites.map, { query: { cells: mapCells.least } }, { enabled: canRead }).data?.data
  const circles = useMemo(() => {
    const middles: Record<typeof reference, readonly Placed[]> = {
      POINT: [{ latitude, longitude }],
      SITE: site ? [site] : [],
      ADMIN_UNIT: inUnit?.list ?? [],
    }
    return middles[reference].flatMap((place) =>
      place.latitude === null || place.longitude === null
        ? []
        : [{ latitude: place.latitude, longitude: place.longitude, radiusMeters: distanceMeters }],
    )
  }, [reference, latitude, longitude, distanceMeters, site, inUnit])
  return {
    circles,
    /** Of all sites: shown while there is no circle. */
    bounds: circles.length === 0 ? (whole?.bounds ?? undefined) : undefined,
    /** Whether the survey has a site with a place; true while only the server knows. */
    hasSite: site ? site.latitude !== null : siteId !== null,
    /** Sites in the unit with a place, and all sites in it. */
    placed: reference === 'ADMIN_UNIT' ? circles.length : 0,
    total: inUnit?.total ?? 0,
  }
}
