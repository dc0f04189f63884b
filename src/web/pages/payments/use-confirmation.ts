/** One confirmed intention on its way: locked at once, asked about while unknown, done or refused in the end. */
import { CancelledError } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ReviewedAction, Sent } from './review-state.ts'
import { type StepsTaken, takeStep } from './take-step.ts'
import { untilKnown } from './until-known.ts'

export type Confirmation =
  | { phase: 'idle' }
  | { phase: 'sending' }
  /** No answer came; it is being asked what happened. */
  | { phase: 'checking' }
  | { phase: 'refused'; error: unknown }
  | { phase: 'done'; answer: StepsTaken }

export interface Confirming {
  state: Confirmation
  /** Starts once; further calls do nothing until there is an answer. `key`: one per confirmed intention. */
  start: (sent: Sent, key: string) => Promise<Confirmation>
  /** Asks now instead of at the end of the pause. */
  askNow: () => void
}

class NobodyWaits extends Error {}

const longestPauseMs = 10_000

export function useConfirmation(step: ReviewedAction): Confirming {
  const [state, setState] = useState<Confirmation>({ phase: 'idle' })
  const isLocked = useRef(false)
  const isGone = useRef(false)
  const wake = useRef(() => {})
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      wake.current()
    }
  }, [])

  function pause(tries: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => wake.current(), Math.min(1000 * 2 ** tries, longestPauseMs))
      wake.current = () => {
        clearTimeout(timer)
        if (isGone.current) reject(new NobodyWaits())
        else resolve()
      }
    })
  }

  async function start(sent: Sent, key: string): Promise<Confirmation> {
    if (isLocked.current) return state
    isLocked.current = true
    setState({ phase: 'sending' })
    const send = () => takeStep(step, sent, key)
    const end = await ending(untilKnown(send, { onUnknown: () => setState({ phase: 'checking' }), pause }))
    isLocked.current = false
    setState(end)
    return end
  }

  return { state, start, askNow: () => wake.current() }
}

async function ending(answered: Promise<StepsTaken | false>): Promise<Confirmation> {
  try {
    const answer = await answered
    return answer ? { phase: 'done', answer } : { phase: 'idle' }
  } catch (error) {
    // The session ended or the page was left: a user who comes back asks again.
    if (error instanceof CancelledError || error instanceof NobodyWaits) return { phase: 'checking' }
    return { phase: 'refused', error }
  }
}
