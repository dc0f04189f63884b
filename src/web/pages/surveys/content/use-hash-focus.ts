import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** `#question-12` brings that question into view and gives it the focus. */
export function useHashFocus(): void {
  const location = useLocation()
  // The whole location: the same link pressed again counts again.
  useEffect(() => {
    const { hash } = location
    if (!/^#(?:section|question)-\d+$/.test(hash)) return
    const target = document.querySelector<HTMLElement>(hash)
    target?.scrollIntoView({ block: 'center' })
    target?.focus({ preventScroll: true })
  }, [location])
}
