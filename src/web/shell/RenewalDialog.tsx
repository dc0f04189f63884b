/** The dialog of Renewal.tsx, over whatever else is open. */
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { auth } from '#contract/auth.ts'
import { call, isCancelled } from '../api/client.ts'
import { noteExpiry } from '../api/session-clock.ts'
import { useSession } from '../api/session.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Modal } from '../ui/Modal.tsx'

interface RenewalDialogProps {
  /** The session is about to end, or a call asked for the password. */
  occasion: 'ending' | 'asked'
  /** Until the session ends; undefined: long enough. */
  secondsLeft: number | undefined
  onRefused: () => void
  onConfirmed: () => void
  onClose: () => void
}

export function RenewalDialog({ occasion, secondsLeft, onRefused, onConfirmed, onClose }: RenewalDialogProps) {
  const t = useText()
  const { user } = useSession()
  const id = useId()
  const password = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const isEnding = occasion === 'ending'

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      const answer = await call(auth.reauthenticate, { body: { password: password.current?.value ?? '' } })
      if (isCancelled(answer)) return
      noteExpiry(answer.expiresAt)
      onConfirmed()
    } catch (thrown) {
      setError(thrown)
      onRefused()
      password.current?.select()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal className="renewal" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <h2 id={`${id}-title`}>{t(isEnding ? 'renewal.title' : 'renewal.confirmTitle')}</h2>
        <p id={`${id}-text`}>{t(isEnding ? 'renewal.text' : 'renewal.confirmText')}</p>
        {isEnding && secondsLeft !== undefined && (
          <p className="renewal-left" role="timer">
            {t('renewal.left', { time: clockTime(secondsLeft) })}
          </p>
        )}
        {/* So that password managers know whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
        <label htmlFor={`${id}-password`}>{t('renewal.password', { name: user?.username })}</label>
        <input
          ref={password}
          id={`${id}-password`}
          type="password"
          autoComplete="current-password"
          required
          maxLength={1000}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-problem`}
        />
        <div id={`${id}-problem`}>
          <ErrorNote error={error} />
        </div>
        <div className="renewal-actions">
          <Button onClick={onClose}>{t(isEnding ? 'renewal.later' : 'action.cancel')}</Button>
          <Button look="primary" type="submit" loading={busy}>
            {t(isEnding ? 'renewal.stay' : 'renewal.confirm')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** 95 → 1:35 */
function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
