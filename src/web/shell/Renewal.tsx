/**
 * Asks for the password over whatever is on the page: two minutes before the session ends, and when a call needs it
 * given again. Nothing below is lost; a call that waited goes on by itself.
 */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { auth } from '#contract/auth.ts'
import { call, isCancelled } from '../api/client.ts'
import { answerPasswordQuestion, isPasswordAsked, subscribePasswordQuestion } from '../api/password-question.ts'
import { listenToOtherTabs, noteExpiry, sessionEndsAt } from '../api/session-clock.ts'
import { expireSession } from '../api/session-end.ts'
import { RenewalDialog } from './RenewalDialog.tsx'

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
