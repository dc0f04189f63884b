import type { Geolocation } from '#contract/geolocations.ts'
import { useFormat, useText } from '../../../i18n/text.ts'
import { ConflictBox } from '../../../form/ConflictBox.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { FenceModel } from './use-fence.ts'

/** Another user saved this geofence meanwhile: theirs is shown, and the user chooses. */
export function FenceConflict({ fence, theirs }: { fence: FenceModel; theirs: Geolocation }) {
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
