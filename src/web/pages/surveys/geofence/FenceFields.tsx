/** Mode, reference and distance of a geofence, and the point or the unit that the reference asks for. */
import { useId } from 'react'
import {
  type FenceSettings,
  fenceModes,
  fenceReferences,
  largestFence,
  smallestFence,
} from '#domain/answers/geofence.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { NumberInput } from '../../../ui/NumberInput.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { UnitSelect } from '../../../units/UnitSelect.tsx'
import { lastStep, metresAt, stepOf } from './fence-draft.ts'

interface FenceFieldsProps {
  settings: FenceSettings
  set: (changes: Partial<FenceSettings>) => void
  disabled: boolean
}

export function FenceFields({ settings, set, disabled }: FenceFieldsProps) {
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
