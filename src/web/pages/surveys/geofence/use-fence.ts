/** The geofence while it is being set: what is changed, what is wrong with it, and how it is saved. */
import { useState } from 'react'
import { type Geolocation, geolocations } from '#contract/geolocations.ts'
import { surveys, type SurveyDetail } from '#contract/surveys.ts'
import type { FenceSettings } from '#domain/answers/geofence.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useSend } from '../../../api/query.ts'
import { useText } from '../../../i18n/text.ts'
import { toast } from '../../../ui/toasts.ts'
import { useWarningOnUnload } from '../../../ui/use-warning-on-unload.ts'
import { changesOf, type FenceDraft, isDistanceAlone, settingsOf } from './fence-draft.ts'

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
