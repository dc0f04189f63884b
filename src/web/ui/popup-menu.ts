/** A menu in a popover of the browser: its place, and the keys inside. */
import type { KeyboardEvent } from 'react'

/** At the end of the button, within the window; the first entry gets the focus. */
export function standAt(menu: HTMLElement, button: HTMLElement): void {
  const { bottom, top, right } = button.getBoundingClientRect()
  const fitsBelow = bottom + menu.offsetHeight + 8 <= innerHeight
  menu.style.top = `${fitsBelow ? bottom + 4 : top - menu.offsetHeight - 4}px`
  menu.style.left = `${Math.max(8, right - menu.offsetWidth)}px`
  menu.querySelector('button')?.focus()
}

export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll('button')]
  const at = items.indexOf(document.activeElement as HTMLButtonElement)
  const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  items.at(target % items.length)?.focus()
}
