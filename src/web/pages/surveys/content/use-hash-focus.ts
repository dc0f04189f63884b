import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** `#question-12` brings that question into view and gives it the focus. */
export function useHashFocus(): void {
  const location = useLocation()
  // The whole location: the same link pressed again counts again.
  useEffect(() => {
    const { hash } = location
    if (!/^#(?:section|question)-\d+$/.test(hash)) return
    // A dialog that led here gives the focus back to its opener first.
    afterFrames(2, () => {
      const target = document.querySelector<HTMLElement>(hash)
      target?.scrollIntoView({ block: 'center' })
      target?.focus({ preventScroll: true })
    })
  }, [location])
}

function afterFrames(count: number, act: () => void): void {
  if (count === 0) act()
  else requestAnimationFrame(() => afterFrames(count - 1, act))
}
