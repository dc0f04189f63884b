/** j and k: the next and the previous response. Can be switched off, for those whom single keys disturb (WCAG 2.1.4). */
import { useEffect, useSyncExternalStore } from 'react'

let on = true
const listeners = new Set<() => void>()

/** For as long as the page is open: nothing is kept in the browser beyond the seed's keys (§9). */
export function switchReviewKeys(next: boolean): void {
  on = next
  for (const listener of listeners) listener()
}

export function useReviewKeysOn(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => on,
  )
}

interface ReviewKeys {
  next: (() => void) | undefined
  previous: (() => void) | undefined
}

export function useReviewKeys({ next, previous }: ReviewKeys): void {
  const active = useReviewKeysOn()
  useEffect(() => {
    if (!active) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return
      if (event.key === 'j') next?.()
      else if (event.key === 'k') previous?.()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [active, next, previous])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null
  )
}
