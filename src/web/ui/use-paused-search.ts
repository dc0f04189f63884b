import { useEffect, useRef, useState } from 'react'

/** Searches when the typing pauses. */
export const pauseMs = 275

/** The word asked for, once the typing pauses; an emptied field counts at once. */
export function usePausedSearch(): { q: string; search: (text: string) => void } {
  const [q, setQ] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    q,
    search: (text) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setQ(text.trim()), text === '' ? 0 : pauseMs)
    },
  }
}

/** The value as it was when its last change was so long ago. */
export function usePaused<Value>(value: Value): Value {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
