/** Nobody stands in a field or on a button: the focus may go somewhere by itself without taking it from under somebody's hands. */
export function isFocusFree(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement.matches('body, main')
}
