import type { ResponseDetail } from '#contract/responses.ts'
import { useFormat, useText, useTextOr } from '../../i18n/text.ts'
import { Suspense } from 'react'
import { loadArea } from '../../i18n/messages.ts'
import { lazyComponent } from '../../lazy-component.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { PaymentWord } from './PaymentWord.tsx'
import { Place } from './Place.tsx'

const CircleMap = lazyComponent(
  async () => (await Promise.all([import('./CircleMap.tsx'), loadArea('reference')]))[0].CircleMap,
)

/** Who, when, where, and what became of it so far. */
export function ResponseFacts({ response }: { response: ResponseDetail }) {
  const t = useText()
  const textOr = useTextOr()
  const format = useFormat()
  const { participant, phone, flags, latitude, longitude, accuracy, reviewedAt, reviewedBy, reason } = response
  const { fence, fenceDistance, circle } = response
  return (
    <Facts>
      <Fact name={t('responses.field.participant')}>{participant?.name ?? '–'}</Fact>
      <Fact name={t('responses.field.phone')}>{phone ?? '–'}</Fact>
      <Fact name={t('responses.field.submittedAt')}>{format.dateTime(response.submittedAt)}</Fact>
      <Fact name={t('responses.field.receivedAt')}>{format.dateTime(response.receivedAt)}</Fact>
      <Fact name={t('responses.field.source')}>{t(`responses.source.${response.source}`)}</Fact>
      {response.isPilot && <Fact name={t('responses.field.isPilot')}>{t('responses.pilot')}</Fact>}
      {flags.length > 0 && (
        <Fact name={t('responses.field.flags')}>
          {flags.map((flag) => textOr(`responses.flag.${flag}`, flag)).join(', ')}
        </Fact>
      )}
      {reviewedAt !== null && (
        <Fact name={t('responses.field.reviewedAt')}>
          {t('responses.reviewedBy', { by: reviewedBy ?? 'none', at: format.dateTime(reviewedAt) })}
        </Fact>
      )}
      {reason !== null && reason !== '' && <Fact name={t('responses.field.reason')}>{reason}</Fact>}
      <Fact name={t('responses.field.paymentStatus')}>
        <PaymentWord status={response.paymentStatus} />
      </Fact>
      {fence !== null && (
        <Fact name={t('responses.field.fence')}>
          {t(`responses.fence.${fence}`)}
          {fenceDistance !== null &&
            ` (${t('responses.fenceAway', { metres: format.number(Math.round(fenceDistance)) })})`}
        </Fact>
      )}
      {latitude !== null && longitude !== null && (
        <Fact name={t('responses.field.location')}>
          <Place latitude={latitude} longitude={longitude} accuracy={accuracy ?? undefined} />
          {circle && (
            <Suspense>
              <CircleMap key={response.id} response={response} />
            </Suspense>
          )}
        </Fact>
      )}
    </Facts>
  )
}
