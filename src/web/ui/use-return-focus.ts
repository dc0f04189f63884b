import { useEffect, useRef } from 'react'

/** Gives the focus back to what had it when the component came; to the page's content when that is gone by then. */
export function useReturnFocus(): void {
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    opener.current ??= document.activeElement
    return () => {
      // After the dialog has left the page, which takes the focus with it.
      requestAnimationFrame(() => {
        const held = opener.current
        const target = held instanceof HTMLElement && held.isConnected ? held : document.querySelector('main')
        target?.focus({ preventScroll: true })
      })
    }
  }, [])
}
