/** What keeps payments from being sent, above all that shows payments; who may confirm its state does so here. */
import { useState } from 'react'
import { paymentStops, type StopRow } from '#contract/payment-stops.ts'
import { payments } from '#contract/payments.ts'
import { type TryoutChoice, tryoutChoices } from '#domain/money/payment-stops.ts'
import { useCall, useSend } from '../../api/query.ts'
import { useReasonText } from '../../i18n/reason-text.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
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

/** What a person says of a stop: that its state is right, or what becomes of a try-out. */
type Word = 'confirm' | TryoutChoice

function StopNote({ stop }: { stop: StopRow }) {
  const t = useText()
  const [asked, setAsked] = useState<Word>()
  const { kind, confirmations, people, refusal } = stop
  const said = useStopText(stop)
  const words: readonly Word[] = kind === 'TRYOUT' ? tryoutChoices : ['confirm']
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
        <div className="stop-words">
          {words.map((word) => (
            <Button key={word} size="small" onClick={() => setAsked(word)}>
              {t(`payments.stop.${word}`, { kind })}
            </Button>
          ))}
        </div>
      )}
      {asked && <ConfirmStop word={asked} stop={stop} said={said} onClose={() => setAsked(undefined)} />}
    </Note>
  )
}

interface ConfirmStopProps {
  stop: StopRow
  word: Word
  said: string
  onClose: () => void
}

function ConfirmStop({ stop, word, said, onClose }: ConfirmStopProps) {
  const t = useText()
  const refreshes = [paymentStops.list, payments.balance, payments.list]
  const confirm = useSend(paymentStops.confirm, { refreshes, once: true })
  const endTryout = useSend(paymentStops.endTryout, { refreshes, once: true })
  const params = { id: stop.id }
  const left = stop.people - stop.confirmations.length - 1
  return (
    <ConfirmDialog
      title={t(word === 'confirm' ? 'payments.stop.confirmTitle' : `payments.stop.${word}`, { kind: stop.kind })}
      action={t(`payments.stop.${word}`, { kind: stop.kind })}
      danger
      onClose={onClose}
      run={async () => {
        if (word === 'confirm') await confirm.mutateAsync({ params })
        else await endTryout.mutateAsync({ params, body: { choice: word } })
      }}
    >
      <p>{said}</p>
      <p>{word === 'confirm' ? t('payments.stop.consequence', { count: left }) : t(`payments.stop.${word}.effect`)}</p>
    </ConfirmDialog>
  )
}

function shown(value: string | number | null | undefined): string | number {
  return value ?? '–'
}

function useStopText({ kind, reason, provider, details, beganBy, beganAt }: StopRow): string {
  const t = useText()
  const format = useFormat()
  const reasonText = useReasonText()
  const moment = (value: unknown) => (typeof value === 'string' ? format.dateTime(value) : '–')
  return t(`payments.stop.${kind}`, {
    // Of a trouble people read its words, other kinds choose theirs by it.
    reason: kind === 'TROUBLE' ? reasonText(reason) : reason,
    note: shown(details['note']),
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
    payments: Number(details['payments'] ?? 0),
    paid: Number(details['paid'] ?? 0),
  })
}
