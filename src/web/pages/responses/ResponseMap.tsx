/** Where a response was given, from street to district, with the area or the site of the survey and how far away it is. */
import { useMemo } from 'react'
import { Link } from 'react-router'
import { type ResponseDetail, responses } from '#contract/responses.ts'
import { placesAmong } from '#domain/answers/answer-values.ts'
import { directionBetween, distanceBetween, type Place } from '#domain/answers/geofence.ts'
import { useCall } from '../../api/query.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { PlaceMap } from '../../map/PlaceMap.tsx'
import { useAnswerName } from './use-repetition-name.ts'

/** Metres around the response. */
const scales = { STREET: 150, TOWN: 1500, DISTRICT: 15_000 }

/** With the places among its answers, each by its question. */
export function ResponseMap({ response, place }: { response: ResponseDetail; place: Place }) {
  const t = useText()
  const inWords = useDistance()
  const nameOf = useAnswerName(response)
  const { time } = useFormat()
  const track = useTrack(response)
  const { circle, site, accuracy } = response
  const { latitude, longitude } = place
  const circles = useMemo(() => (circle ? [circle] : []), [circle])
  // A fence is around its own middle, which need not be the site.
  const target = circle ?? site
  const name = circle ? t('responses.map.middle') : (site?.title ?? '')
  const spots = [
    ...(target ? [{ latitude: target.latitude, longitude: target.longitude, count: 1, title: name }] : []),
    ...placesAmong(response.answers).map(({ key, at }) => ({ ...at, count: 1, title: nameOf(key) })),
    ...track.places.map((at) => ({ ...at, count: 1, title: time(at.submittedAt), isMinor: true as const })),
  ]
  const metres = target ? distanceBetween(target, place) : 0
  const label = inWords(metres)
  const line = useMemo(
    () => (target ? { from: target, to: { latitude, longitude }, label } : undefined),
    [target, latitude, longitude, label],
  )
  return (
    <PlaceMap
      label={t(circle ? 'responses.circleMap' : 'responses.map.title')}
      point={{ latitude, longitude, radiusMeters: accuracy ?? undefined }}
      reach={Math.max(scales.TOWN, 1.2 * metres)}
      circles={circles}
      spots={spots}
      line={line}
    >
      {(map) => (
        <>
          <fieldset className="response-scales" aria-label={t('responses.map.scale')}>
            {(['STREET', 'TOWN', 'DISTRICT'] as const).map((scale) => (
              <Button
                key={scale}
                size="small"
                onClick={() => map.showRadius({ latitude, longitude, radiusMeters: scales[scale] })}
              >
                {t(`responses.map.${scale}`)}
              </Button>
            ))}
          </fieldset>
          {target && (
            <p className="response-circle">
              {t(circle ? 'responses.map.toMiddle' : 'responses.map.toSite', {
                distance: label,
                site: name,
                direction: t(`responses.map.direction.${directionBetween(target, place)}`),
              })}
            </p>
          )}
          {circle && <p className="response-circle">{t('responses.circleNow')}</p>}
          {track.places.length > 0 && (
            <Link to={`/response?${new URLSearchParams(track.query).toString()}`}>
              {t('responses.map.track', { count: track.places.length, collector: response.collector })}
            </Link>
          )}
        </>
      )}
    </PlaceMap>
  )
}

/** Where the collector was for other responses of that day (UTC), of those that the reader may see: 100 at the most. */
function useTrack({ id, collector, submittedAt }: ResponseDetail) {
  const day = submittedAt.slice(0, 10)
  const query = { collector: `=${collector}`, from: day, to: day, sort: 'submittedAt', pageSize: '100' }
  const { data } = useCall(responses.list, { query }, { enabled: collector !== null })
  const places = (data?.list ?? []).flatMap(({ id: other, latitude, longitude, submittedAt }) =>
    other === id || latitude === null || longitude === null ? [] : [{ latitude, longitude, submittedAt }],
  )
  return { places, query }
}

/** 340 m, 1.2 km. */
function useDistance(): (metres: number) => string {
  const t = useText()
  const { number } = useFormat()
  return (metres) =>
    metres < 1000
      ? t('responses.map.metres', { value: number(Math.round(metres)) })
      : t('responses.map.kilometres', { value: number(Math.round(metres / 100) / 10) })
}
