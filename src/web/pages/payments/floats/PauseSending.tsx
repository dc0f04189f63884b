/** Asks why nothing more is to be sent to a provider. The stop above the payments then says it, and ends it. */
import { useState } from 'react'
import { paymentStops } from '#contract/payment-stops.ts'
import { bell } from '#contract/bell.ts'
import { newKey } from '../../../api/client.ts'
import { useSend } from '../../../api/query.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useBasicText } from '../../../i18n/basic.ts'
import { useText } from '../../../i18n/text.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { TextArea } from '../../../ui/TextInput.tsx'
import { toast } from '../../../ui/toasts.ts'

interface PauseSendingProps {
  providers: readonly string[]
  onClose: () => void
}

export function PauseSending({ providers, onClose }: PauseSendingProps) {
  const t = useText()
  const basic = useBasicText()
  const [provider, setProvider] = useState(providers[0])
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [key] = useState(newKey)
  const send = useSend(paymentStops.pause, { refreshes: [paymentStops.list, bell.get] })

  async function run() {
    if (note.trim() === '') return setMissing(true)
    await send.mutateAsync({ body: { provider, note: note.trim() }, idempotencyKey: key })
    toast(t('payments.pause.done'))
    onClose()
  }

  return (
    <ConfirmDialog
      title={t('payments.pause.question')}
      action={t('payments.pause')}
      danger="danger"
      run={run}
      onClose={onClose}
    >
      <Stack>
        <p>{t('payments.pause.means')}</p>
        {providers.length > 1 && (
          <FieldBox label={t('payments.pause.provider')}>
            <NativeSelect
              options={providers.map((value) => ({ value, label: value.toUpperCase() }))}
              value={provider}
              onChange={setProvider}
            />
          </FieldBox>
        )}
        <FieldBox label={t('payments.pause.note')} problem={isMissing ? basic('errors.REASON_REQUIRED') : undefined}>
          <TextArea
            rows={3}
            maxLength={500}
            value={note}
            onChange={({ target }) => (setNote(target.value), setMissing(false))}
          />
        </FieldBox>
      </Stack>
    </ConfirmDialog>
  )
}
