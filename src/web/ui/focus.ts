/** No field and no button has the focus: it may go somewhere without taking it from under the user's hands. */
export function isFocusFree(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement.matches('body, main')
}

/** For what comes up and is what comes next: `<div ref={takeFocus} tabIndex={-1}>`. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
