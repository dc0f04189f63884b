/** Who has the keyboard. Where something comes up, a `ref` gives it the focus; where something goes, `useFocusAfter`. */
import { type RefObject, useEffect, useRef } from 'react'

/** No field and no button has the focus: it may go somewhere without taking it from under the user's hands. */
export function isFocusFree(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement.matches('body, main')
}

/** For what comes up and is what comes next: `<div ref={takeFocus} tabIndex={-1}>`. */
export function takeFocus(element: HTMLElement | null): void {
  if (!element) return
  // A dialog that opens with the element around it chooses by this.
  element.autofocus = true
  element.focus()
}

const controls = 'input:not([type=hidden]), select, textarea, button, a[href], [tabindex="0"]'

/** The same for a box of controls: the first one takes the focus, unless another one inside has it. */
export function takeFocusWithin(box: HTMLElement | null): void {
  if (box?.contains(document.activeElement)) return
  box?.querySelector<HTMLElement>(controls)?.focus()
}

/** Each time the value has become another one: `targetOf` says which element the keyboard goes on from, if any. */
export function useFocusAfter<Value>(
  value: Value,
  targetOf: (before: Value) => HTMLElement | null | undefined,
  options?: FocusOptions,
): void {
  const seen = useRef(value)
  useEffect(() => {
    const before = seen.current
    if (Object.is(before, value)) return
    seen.current = value
    targetOf(before)?.focus(options)
  })
}

/**
 * Returns what to call when a form was refused. Once the component has drawn the problems, which takes a slow machine
 * some frames, the first that takes the focus has it, or the first is brought into view.
 */
export function useProblemFocus(form: RefObject<HTMLElement | null>): () => void {
  const isDue = useRef(false)
  useEffect(goToFirst)

  function goToFirst() {
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid=true], [role=alert][tabindex]')
    const shown = first ?? form.current?.querySelector('[role=alert]')
    if (!isDue.current || !shown) return
    if (first) first.focus()
    else shown.scrollIntoView({ block: 'center' })
    // A field that is shut until the call has ended takes no focus yet.
    isDue.current = first ? document.activeElement !== first : false
  }

  return () => {
    isDue.current = true
    goToFirst()
  }
}
