import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** `#question-12` brings what has that id into view: it takes the focus, or the first field in it. */
export function useHashFocus(): void {
  const location = useLocation()
  // The whole location: the same link pressed again counts again.
  useEffect(() => {
    const id = location.hash.slice(1)
    if (id === '') return
    // A dialog that led here gives the focus back to its opener first.
    afterFrames(2, () => {
      const place = document.querySelector<HTMLElement>(`#${CSS.escape(id)}`)
      place?.scrollIntoView({ block: 'center' })
      const target = place?.hasAttribute('tabindex') ? place : place?.querySelector<HTMLElement>('input:not([hidden])')
      target?.focus({ preventScroll: true })
    })
  }, [location])
}

function afterFrames(count: number, act: () => void): void {
  if (count === 0) act()
  else requestAnimationFrame(() => afterFrames(count - 1, act))
}
