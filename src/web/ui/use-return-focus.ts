import { useEffect, useState } from 'react'

/** Gives the focus back to what had it when the component came; to the page's content when there is no such thing. */
export function useReturnFocus(): void {
  // By the time of an effect the dialog may have taken the focus already.
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    return () => {
      // After the dialog has left the page, which takes the focus with it.
      requestAnimationFrame(() => {
        const isHere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
        const target = isHere ? opener : document.querySelector('main')
        target?.focus({ preventScroll: true })
      })
    }
  }, [opener])
}
