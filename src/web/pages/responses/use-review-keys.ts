/**
 * Single keys of the review: a, r and i judge, j and k go on and back, u takes the last verdict back. They can be switched
 * off, for those whom single keys disturb (WCAG 2.1.4), and never act during typing or under a dialog.
 */
import { useLayoutEffect, useRef } from 'react'
import { useSingleKeys } from '../../views/look-store.ts'

export type KeyActs = Readonly<Record<string, ((target: EventTarget | null) => void) | undefined>>

export function useReviewKeys(acts: KeyActs): void {
  const isOn = useSingleKeys()
  const latest = useRef(acts)
  // With what is drawn: a key that comes right after it must not judge the response before.
  useLayoutEffect(() => {
    latest.current = acts
  })
  useLayoutEffect(() => {
    if (!isOn) return undefined
    const onKey = (event: KeyboardEvent) => {
      const act = latest.current[event.key]
      if (!act || event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return
      if (isTyping(event.target) || document.querySelector('dialog[open], :popover-open:not([role=tooltip])')) return
      event.preventDefault()
      act(event.target)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox]') !== null
  )
}
