/** Where the responses to the survey must come from: set beside a map that shows it. */
import type { SurveyDetail } from '#contract/surveys.ts'
import { fenceProblems } from '#domain/answers/geofence.ts'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { useText, useFormat } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PlaceMap } from '../../../map/PlaceMap.tsx'
import { useActRefusal } from '../use-act-refusal.ts'
import { FenceFields } from './FenceFields.tsx'
import { withinFence } from './fence-draft.ts'
import { type FenceModel, useCircles, useFence } from './fence-model.ts'
import type { Geolocation } from '#contract/geolocations.ts'
import { ConflictBox } from '../../../form/ConflictBox.tsx'
import './geofence.css'

export function GeofenceTab({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const problemText = useProblemText()
  const refusal = useActRefusal(survey, 'edit', 'surveys.write')
  const fence = useFence(survey)
  const { settings, set, error } = fence
  const { circles, bounds, hasSite, placed, total } = useCircles(survey.siteId, settings)
  const problems = [...fenceProblems(settings, { hasSite }), ...(error?.errors ?? [])]
  const isPoint = settings.reference === 'POINT'
  const canSet = refusal === undefined
  const drag = canSet && {
    onMove: isPoint ? set : undefined,
    onRadius: (metres: number) => set({ distanceMeters: withinFence(metres) }),
  }
  return (
    <Panel className="geofence">
      <form
        className="geofence-form"
        onSubmit={(event) => {
          event.preventDefault()
          void fence.save()
        }}
      >
        <h2>{t('geofence.heading')}</h2>
        {refusal !== undefined && <Note tone="neutral">{refusal}</Note>}
        <fieldset className="geofence-fields" disabled={!canSet}>
          <FenceFields settings={settings} set={set} disabled={!canSet} />
        </fieldset>
        {settings.reference === 'ADMIN_UNIT' && settings.administrativeUnitId !== null && (
          <p className="geofence-hint">{t('geofence.sitesInUnit', { placed, total })}</p>
        )}
        {problems.map((problem) => (
          <Note key={problem.path + problem.code} tone="warning">
            {t(`geofence.field.${fieldOf(problem.path)}`)}: {problemText(problem)}
          </Note>
        ))}
        {error?.errors.length === 0 && <ErrorNote error={error} />}
        {fence.theirs && <FenceConflict fence={fence} theirs={fence.theirs} />}
        <div className="geofence-buttons">
          <Button
            look="primary"
            type="submit"
            refusal={refusal}
            disabled={!fence.isDirty || fenceProblems(settings, { hasSite }).length > 0}
            loading={fence.isSending}
          >
            {t('action.save')}
          </Button>
          {fence.isDirty && <Button onClick={fence.drop}>{t('geofence.drop')}</Button>}
        </div>
      </form>
      <PlaceMap
        label={t('geofence.mapLabel')}
        circles={circles}
        bounds={bounds}
        {...(drag ? { drag } : {})}
        {...(canSet && isPoint ? { onPick: set } : {})}
      >
        {(map) => (
          <>
            {canSet && (isPoint || circles.length === 1) && (
              <p className="geofence-hint">{t(isPoint ? 'geofence.pointHelp' : 'geofence.edgeHelp')}</p>
            )}
            <div className="map-tools">
              {canSet && isPoint && <Button onClick={() => set(map.middle())}>{t('geofence.pointHere')}</Button>}
              {circles.length > 0 && <Button onClick={() => map.fitCircles(circles)}>{t('geofence.showWhole')}</Button>}
            </div>
          </>
        )}
      </PlaceMap>
    </Panel>
  )
}

const fields = ['mode', 'reference', 'latitude', 'longitude', 'administrativeUnitId', 'distanceMeters'] as const

function fieldOf(path: string): (typeof fields)[number] {
  return fields.find((name) => name === path) ?? 'mode'
}

/** Another user saved this geofence meanwhile: theirs is shown, and the user chooses. */
function FenceConflict({ fence, theirs }: { fence: FenceModel; theirs: Geolocation }) {
  const t = useText()
  const format = useFormat()
  return (
    <ConflictBox
      title={t('geofence.conflict')}
      onBack={fence.goBack}
      answers={<Button onClick={fence.drop}>{t('geofence.takeTheirs')}</Button>}
      settle={{ text: t('geofence.keepMine'), isSending: fence.isSending, act: () => void fence.save(theirs) }}
    >
      <p>
        {t(`geofence.mode.${theirs.mode}`)} · {t(`geofence.reference.${theirs.reference}`)} ·{' '}
        {t('geofence.metres', { metres: format.number(theirs.distanceMeters) })}
      </p>
    </ConflictBox>
  )
}
