import { useEffect, useState } from 'react'
import { isFocusFree } from './focus.ts'

/**
 * Gives the focus back to what had it when the component came; to the page's content when there is no such thing. Whoever
 * already stands somewhere else stays there.
 */
export function useReturnFocus(): void {
  // By the time of an effect the dialog may have taken the focus already.
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    return () => {
      // After the dialog has left the page, which takes the focus with it.
      requestAnimationFrame(() => {
        if (!isFocusFree()) return
        const isHere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
        const target = isHere ? opener : document.querySelector('main')
        target?.focus({ preventScroll: true })
      })
    }
  }, [opener])
}
