/** Time in charts: a clock that the user may stop, and a loading mask that is long enough to be seen. */
import { useEffect, useState } from 'react'

const second = 1000

/** A user who wants no motion starts the clock by hand. */
export function useTicks(isLive: boolean, still: boolean) {
  const [tick, setTick] = useState(0)
  const [chosen, choose] = useState<boolean>()
  const isRunning = isLive && (chosen ?? !still)
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setTick((before) => before + 1), second)
    return () => clearInterval(timer)
  }, [isRunning])
  return { tick, isRunning, toggle: () => choose(!isRunning) }
}

const shortest = 700

/** True from the beginning of the loading on, and for a moment at least. */
export function useMask(isLoading: boolean): boolean {
  const [isShown, show] = useState(isLoading)
  if (isLoading && !isShown) show(true)
  useEffect(() => {
    if (isLoading || !isShown) return undefined
    const timer = setTimeout(() => show(false), shortest)
    return () => clearTimeout(timer)
  }, [isLoading, isShown])
  return isShown
}
