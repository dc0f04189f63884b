/** One confirmed intention on its way: locked at once, asked about while unknown, done or refused in the end. */
import { CancelledError } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { untilKnown } from './until-known.ts'

type Confirmation<Answer> =
  | { phase: 'idle' }
  | { phase: 'sending' }
  /** No answer came; it is being asked what happened. */
  | { phase: 'checking' }
  | { phase: 'refused'; error: unknown }
  | { phase: 'done'; answer: Answer }

export interface Confirming<Answer> {
  state: Confirmation<Answer>
  /** Starts once; further calls do nothing until there is an answer. `send`: always by the one key of the intention. */
  start: (send: () => Promise<Answer | false>) => Promise<Confirmation<Answer>>
  /** Asks now instead of at the end of the pause. */
  askNow: () => void
}

class NobodyWaits extends Error {}

const longestPauseMs = 10_000

export function useConfirmation<Answer>(): Confirming<Answer> {
  const [state, setState] = useState<Confirmation<Answer>>({ phase: 'idle' })
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

  async function start(send: () => Promise<Answer | false>): Promise<Confirmation<Answer>> {
    if (isLocked.current) return state
    isLocked.current = true
    setState({ phase: 'sending' })
    const end = await ending(untilKnown(send, { onUnknown: () => setState({ phase: 'checking' }), pause }))
    isLocked.current = false
    setState(end)
    return end
  }

  return { state, start, askNow: () => wake.current() }
}

async function ending<Answer>(answered: Promise<Answer | false>): Promise<Confirmation<Answer>> {
  try {
    const answer = await answered
    return answer ? { phase: 'done', answer } : { phase: 'idle' }
  } catch (error) {
    // The session ended or the page was left: a user who comes back asks again.
    if (error instanceof CancelledError || error instanceof NobodyWaits) return { phase: 'checking' }
    return { phase: 'refused', error }
  }
}
