/** Where the responses to the survey must come from: set beside a map that shows it. */
import type { SurveyDetail } from '#contract/surveys.ts'
import {
  fenceModes,
  fenceProblems,
  fenceReferences,
  type FenceSettings,
  largestFence,
  smallestFence,
} from '#domain/answers/geofence.ts'
import { errorText } from '../../../api/error-text.ts'
import { useBasicText } from '../../../i18n/basic.ts'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PlaceMap } from '../../../ui/map/PlaceMap.tsx'
import { useActRefusal } from '../use-act-refusal.ts'
import { lastStep, metresAt, stepOf, withinFence } from './fence-draft.ts'
import { type FenceModel, useFence } from './use-fence.ts'
import type { Geolocation } from '#contract/geolocations.ts'
import { ConflictBox } from '../../../form/ConflictBox.tsx'
import './geofence.css'
import { useId, useMemo } from 'react'
import { NumberInput } from '../../../ui/NumberInput.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { UnitSelect } from '../../../units/UnitSelect.tsx'
import { maxPageSize } from '#contract/fields.ts'
import { mapCells, sites } from '#contract/sites.ts'
import { useCall } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import type { Circle } from '../../../ui/map/circles.ts'
import type { Bounds } from '../../../ui/map/grid.ts'

export function GeofenceTab({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const basic = useBasicText()
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
        {error && error.errors.length === 0 && (
          <Note tone="danger" role="alert">
            {errorText(error, basic)}
          </Note>
        )}
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

interface FenceFieldsProps {
  settings: FenceSettings
  set: (changes: Partial<FenceSettings>) => void
  disabled: boolean
}

function FenceFields({ settings, set, disabled }: FenceFieldsProps) {
  const t = useText()
  const { mode, reference, administrativeUnitId } = settings
  return (
    <>
      <RadioGroup
        label={t('geofence.field.mode')}
        options={fenceModes.map((value) => ({ value, label: t(`geofence.mode.${value}`) }))}
        value={mode}
        onChange={(value) => set({ mode: value })}
      />
      <RadioGroup
        label={t('geofence.field.reference')}
        options={fenceReferences.map((value) => ({ value, label: t(`geofence.reference.${value}`) }))}
        value={reference}
        onChange={(value) => set({ reference: value })}
      />
      {reference === 'POINT' && <PointFields settings={settings} set={set} />}
      {reference === 'ADMIN_UNIT' && (
        <UnitSelect
          className="geofence-unit"
          aria-label={t('geofence.field.administrativeUnitId')}
          disabled={disabled}
          value={administrativeUnitId ?? undefined}
          onChange={(id) => set({ administrativeUnitId: id ?? null })}
        />
      )}
      <DistanceField metres={settings.distanceMeters} onChange={(distanceMeters) => set({ distanceMeters })} />
    </>
  )
}

const bounds = { latitude: 90, longitude: 180 } as const

function PointFields({ settings, set }: Omit<FenceFieldsProps, 'disabled'>) {
  const t = useText()
  return (
    <div className="geofence-point">
      {(['latitude', 'longitude'] as const).map((name) => (
        <label key={name}>
          {t(`geofence.field.${name}`)}
          <NumberInput
            min={-bounds[name]}
            max={bounds[name]}
            value={settings[name]}
            onChange={(value) => set({ [name]: value })}
          />
        </label>
      ))}
    </div>
  )
}

function DistanceField({ metres, onChange }: { metres: number; onChange: (metres: number) => void }) {
  const t = useText()
  const format = useFormat()
  const id = useId()
  return (
    <div className="geofence-distance">
      <label htmlFor={id}>{t('geofence.field.distanceMeters')}</label>
      <NumberInput
        id={id}
        inputMode="numeric"
        min={smallestFence}
        max={largestFence}
        value={metres}
        onChange={(value) => value !== null && onChange(Math.round(value))}
      />
      <input
        type="range"
        className="geofence-slider"
        aria-label={t('geofence.slider')}
        aria-valuetext={t('geofence.metres', { metres: format.number(metres) })}
        min={0}
        max={lastStep}
        value={stepOf(metres)}
        onChange={({ target }) => onChange(metresAt(Number(target.value)))}
      />
    </div>
  )
}

interface Circles {
  circles: readonly Circle[]
  /** Of all sites: shown while there is no circle. */
  bounds: Bounds | undefined
  /** Whether the survey has a site with a place; true while only the server knows. */
  hasSite: boolean
  /** Sites in the unit with a place, and all sites in it. */
  placed: number
  total: number
}

type Placed = { latitude: number | null; longitude: number | null }

function useCircles(siteId: number | null, settings: FenceSettings): Circles {
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
    bounds: circles.length === 0 ? (whole?.bounds ?? undefined) : undefined,
    hasSite: site ? site.latitude !== null : siteId !== null,
    placed: reference === 'ADMIN_UNIT' ? circles.length : 0,
    total: inUnit?.total ?? 0,
  }
}
