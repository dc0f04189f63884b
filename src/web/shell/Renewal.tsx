/**
 * Asks for the password over whatever is on the page: two minutes before the session ends, and when a call needs it
 * given again. Nothing below is lost; a call that waited goes on by itself.
 */
import { type SubmitEvent, useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { auth } from '#contract/auth.ts'
import { call, isCancelled } from '../api/client.ts'
import { answerPasswordQuestion, isPasswordAsked, subscribePasswordQuestion } from '../api/password-question.ts'
import { listenToOtherTabs, noteExpiry, sessionEndsAt } from '../api/session-clock.ts'
import { expireSession } from '../api/session-end.ts'
import { errorText } from '../api/error-text.ts'
import { useSession } from '../api/session.ts'
import { useBasicText } from '../i18n/basic.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Note } from '../ui/Note.tsx'

const warnMs = 2 * 60_000

export function Renewal() {
  const isAsked = useSyncExternalStore(subscribePasswordQuestion, isPasswordAsked)
  const { seconds, measure } = useSecondsLeft()
  // The end that is near was waved away. Not which one: every answer moves it by the rounding of the server's clock.
  const [dismissed, setDismissed] = useState(false)
  if (dismissed && seconds === undefined) setDismissed(false)
  // A call that is answered prolongs an idle session, also when it says that the password is wrong: that is still shown.
  const [refused, setRefused] = useState(false)
  const isEnding = seconds !== undefined && !dismissed
  if (!isAsked && !isEnding && !refused) return null
  return (
    <RenewalDialog
      occasion={isAsked ? 'asked' : 'ending'}
      secondsLeft={seconds}
      onRefused={() => setRefused(true)}
      onConfirmed={() => {
        setRefused(false)
        answerPasswordQuestion(true)
        measure()
      }}
      onClose={() => {
        setRefused(false)
        setDismissed(seconds !== undefined)
        answerPasswordQuestion(false)
      }}
    />
  )
}

/** Undefined until the end is near. When it has come, the page leaves as it does after a 401. */
function useSecondsLeft() {
  const [seconds, setSeconds] = useState<number>()
  const measure = useCallback(() => {
    const end = sessionEndsAt()
    const left = end === undefined ? Number.POSITIVE_INFINITY : end - Date.now()
    if (left <= 0) expireSession()
    setSeconds(left <= warnMs ? Math.max(0, Math.ceil(left / 1000)) : undefined)
  }, [])
  useEffect(() => {
    const stopListening = listenToOtherTabs()
    void askExpiry()
    const timer = setInterval(measure, 1000)
    return () => {
      clearInterval(timer)
      stopListening()
    }
  }, [measure])
  return { seconds, measure }
}

/** Without an answer no warning comes; the next failing call explains the problem. */
async function askExpiry(): Promise<void> {
  try {
    const answer = await call(auth.validateToken, { body: {} })
    if (!isCancelled(answer) && answer.expiresAt) noteExpiry(answer.expiresAt, answer.idleMinutes)
  } catch (error) {
    console.warn('the end of the session is not known', error)
  }
}

interface RenewalDialogProps {
  /** The session is about to end, or a call asked for the password. */
  occasion: 'ending' | 'asked'
  /** Until the session ends; undefined: long enough. */
  secondsLeft: number | undefined
  onRefused: () => void
  onConfirmed: () => void
  onClose: () => void
}

function RenewalDialog({ occasion, secondsLeft, onRefused, onConfirmed, onClose }: RenewalDialogProps) {
  const t = useText()
  const basic = useBasicText()
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
        <div id={`${id}-problem`} role="alert">
          {error !== undefined && <Note tone="danger">{errorText(error, basic)}</Note>}
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
