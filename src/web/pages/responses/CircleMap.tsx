/** Where a response comes from, with the circle that the survey asks for. */
import { useMemo } from 'react'
import type { ResponseDetail } from '#contract/responses.ts'
import { useText } from '../../i18n/text.ts'
import { PlaceMap } from '../../ui/map/PlaceMap.tsx'

export function CircleMap({ response }: { response: ResponseDetail }) {
  const t = useText()
  const { latitude, longitude, accuracy, circle } = response
  const circles = useMemo(() => (circle ? [circle] : []), [circle])
  if (latitude === null || longitude === null || circles.length === 0) return null
  return (
    <PlaceMap
      label={t('responses.circleMap')}
      point={{ latitude, longitude, radiusMeters: accuracy ?? undefined }}
      circles={circles}
    >
      {() => <p className="response-circle">{t('responses.circleNow')}</p>}
    </PlaceMap>
  )
}
