import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** `#question-12` brings that question into view and gives it the focus. */
export function useHashFocus(): void {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (!/^#(?:section|question)-\d+$/.test(hash)) return
    const target = document.querySelector<HTMLElement>(hash)
    target?.scrollIntoView({ block: 'center' })
    target?.focus({ preventScroll: true })
  }, [hash, key])
}
