/**
 * The keys of a list: j and k go from row to row, x ticks, Enter follows the row's link (as it does anyway), `/` goes to
 * the search, `?` shows them all. They move the real focus, so that a screen reader follows; nothing is drawn again.
 * Never during typing, nor while a dialog or menu is open over the list.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useSingleKeys } from '../views/look-store.ts'

export function useListKeys(list: RefObject<HTMLElement | null>, onHelp: () => void): void {
  const isOn = useSingleKeys()
  const help = useRef(onHelp)
  const last = useRef(-1)
  // With what is drawn: a user who sees the rows may press at once.
  useLayoutEffect(() => {
    help.current = onHelp
  })
  useLayoutEffect(() => {
    if (!isOn) return undefined

    function rows(): HTMLElement[] {
      return [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    }

    function step(by: number): void {
      const all = rows()
      const at = all.findIndex((row) => row.contains(document.activeElement))
      // From elsewhere the focus comes back to the row that was left.
      const next = at < 0 ? Math.max(0, last.current) : at + by
      const row = all[Math.max(0, Math.min(all.length - 1, next))]
      if (!row) return
      last.current = all.indexOf(row)
      const target = row.querySelector<HTMLElement>('th a, strong a') ?? row
      target.focus({ preventScroll: true })
      row.scrollIntoView({ block: 'nearest' })
    }

    const acts: Record<string, () => void> = {
      j: () => step(1),
      k: () => step(-1),
      x: () => {
        const row = rows().find((one) => one.contains(document.activeElement))
        row?.querySelector<HTMLElement>('.choose input')?.click()
      },
      '/': () => list.current?.querySelector<HTMLElement>('input[type=search]')?.focus(),
      '?': () => help.current(),
    }

    function pressed(event: KeyboardEvent): void {
      const act = acts[event.key]
      if (!act || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (isTyping(event.target) || isCovered()) return
      event.preventDefault()
      act()
    }

    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [isOn, list])
}

/** A tick box takes no letters: from there the keys go on. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  return target.matches('textarea, select, input:not([type=checkbox], [type=radio]), [role=combobox], [role=menuitem]')
}

function isCovered(): boolean {
  return document.querySelector('dialog[open], :popover-open:not([role=tooltip])') !== null
}
