/** The place of the site on the map. The numbers beside it say the same and can be typed, or pasted both at once. */
import { useForm } from '../../form/form-context.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { PlaceMap } from '../../ui/map/PlaceMap.tsx'
import { pointOf } from './point.ts'
import { useSiteSpots } from './use-site-spots.ts'

export function PointField() {
  const t = useText()
  const { values, set, readOnly } = useForm()
  const point = pointOf(values)
  const { bounds, spots, onWindow } = useSiteSpots()

  function pick({ latitude, longitude }: { latitude?: number; longitude?: number }) {
    set('latitude', latitude)
    set('longitude', longitude)
  }

  return (
    <PlaceMap
      label={t('sites.pointLabel')}
      point={point}
      bounds={bounds ?? undefined}
      onWindow={onWindow}
      {...(spots ? { spots } : {})}
      {...(readOnly ? {} : { onPick: pick })}
    >
      {(map) =>
        !readOnly && (
          <>
            <p className="field-notes">{t('sites.pointHelp')}</p>
            <div className="map-tools">
              <Button onClick={() => pick(map.middle())}>{t('sites.pointHere')}</Button>
              {point && <Button onClick={() => pick({})}>{t('sites.pointClear')}</Button>}
            </div>
          </>
        )
      }
    </PlaceMap>
  )
}
