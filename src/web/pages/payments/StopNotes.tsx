/** What keeps payments from being sent, above all that shows payments; who may confirm its state does so here. */
import { useState } from 'react'
import { paymentStops, type StopRow } from '#contract/payment-stops.ts'
import { payments } from '#contract/payments.ts'
import { newKey } from '../../api/client.ts'
import { useCall, useSend } from '../../api/query.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Note } from '../../ui/Note.tsx'

const lookAgainMs = 15_000

export function StopNotes() {
  const { data } = useCall(paymentStops.list, {}, { everyMs: () => lookAgainMs })
  return (
    <>
      {data?.list.map((stop) => (
        <StopNote key={stop.id} stop={stop} />
      ))}
    </>
  )
}

function StopNote({ stop }: { stop: StopRow }) {
  const t = useText()
  const [key, setKey] = useState<string>()
  const { confirmations, people, refusal } = stop
  const said = useStopText(stop)
  return (
    <Note tone={stop.reason === 'MEANT' ? 'neutral' : 'danger'} role="alert">
      <p>{said}</p>
      {confirmations.length > 0 && (
        <p>
          {t('payments.stop.confirmed', {
            names: confirmations.map(({ name }) => name).join(', '),
            count: people - confirmations.length,
          })}
        </p>
      )}
      {refusal === null && (
        <Button size="small" onClick={() => setKey(newKey())}>
          {t('payments.stop.confirm')}
        </Button>
      )}
      {key !== undefined && (
        <ConfirmStop stop={stop} said={said} idempotencyKey={key} onClose={() => setKey(undefined)} />
      )}
    </Note>
  )
}

interface ConfirmStopProps {
  stop: StopRow
  said: string
  idempotencyKey: string
  onClose: () => void
}

function ConfirmStop({ stop: { id, people, confirmations }, said, idempotencyKey, onClose }: ConfirmStopProps) {
  const t = useText()
  const confirm = useSend(paymentStops.confirm, { refreshes: [paymentStops.list, payments.balance, payments.list] })
  return (
    <ConfirmDialog
      title={t('payments.stop.confirmTitle')}
      action={t('payments.stop.confirm')}
      danger="danger"
      onClose={onClose}
      run={async () => {
        await confirm.mutateAsync({ params: { id }, idempotencyKey })
        onClose()
      }}
    >
      <p>{said}</p>
      <p>{t('payments.stop.consequence', { count: people - confirmations.length - 1 })}</p>
    </ConfirmDialog>
  )
}

function useStopText({ kind, reason, provider, details, beganBy, beganAt }: StopRow): string {
  const t = useText()
  const format = useFormat()
  const shown = (value: string | number | null | undefined) => value ?? '–'
  const moment = (value: unknown) => (typeof value === 'string' ? format.dateTime(value) : '–')
  return t(`payments.stop.${kind}`, {
    reason,
    provider: (provider ?? '').toUpperCase(),
    name: beganBy?.name ?? '',
    moment: format.dateTime(beganAt),
    found: shown(details['found']),
    foundAt: moment(details['foundAt']),
    known: shown(details['known']),
    knownAt: moment(details['knownAt']),
    address: shown(details['address']),
    account: shown(details['account']),
    newAddress: shown(details['newAddress']),
    newAccount: shown(details['newAccount']),
  })
}
