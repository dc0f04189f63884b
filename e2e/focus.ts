/** Where a key leads in something that is open, and whether one sees it there. */
import type { Locator } from 'playwright-core'

interface Walk {
  /** The elements that had the focus without a visible sign. */
  unseen: string[]
  /** Whether it came round without leaving. */
  stays: boolean
}

interface Step {
  isInside: boolean
  isKnown: boolean
  unseen: string[]
}

/** Presses the key until it comes to a place where it was before, or has left. */
export async function walk(panel: Locator, key: 'Tab' | 'ArrowDown'): Promise<Walk> {
  for (let presses = 0; presses < 80; presses++) {
    const { isInside, isKnown, unseen } = await panel.evaluate<Step, boolean>(look, presses === 0)
    if (!isInside || isKnown) return { unseen, stays: isInside }
    await panel.page().keyboard.press(key)
  }
  throw new Error(`The key ${key} came to no end`)
}

/** The used part of the page. */
interface Drawn {
  readonly parentElement: Drawn | null
  readonly nextElementSibling: Drawn | null
  readonly outerHTML: string
  readonly tabIndex: number
  contains: (other: Drawn | null) => boolean
}

interface Here {
  document: { activeElement: Drawn; body: Drawn }
  getComputedStyle: (element: Drawn) => Record<'outline' | 'boxShadow' | 'borderColor' | 'backgroundColor', string>
  /** How each place was drawn when it had the focus. */
  places: Map<Drawn, string>
  /** Those that look different without it. */
  seen: Set<Drawn>
}

/** In the page: where the key has come to, and what of all the places before looks as it did with the focus. */
function look(of: unknown, isStart: boolean): Step {
  const panel = of as Drawn
  const here = globalThis as unknown as Here
  function drawingOf(element: Drawn): string {
    const around = [element, element.nextElementSibling]
    for (let one = element.parentElement; one && one !== panel && around.length < 6; one = one.parentElement)
      around.push(one)
    return around
      .filter((one) => one !== null)
      .map((one) => here.getComputedStyle(one))
      .map(({ outline, boxShadow, borderColor, backgroundColor }) =>
        [outline, boxShadow, borderColor, backgroundColor].join(),
      )
      .join(';')
  }
  if (isStart) Object.assign(here, { places: new Map<Drawn, string>(), seen: new Set<Drawn>() })
  const { places, seen } = here
  const { activeElement, body } = here.document
  // From the end of a modal dialog the key goes on to the browser itself, and from there back to its beginning.
  const last = [...places.keys()].at(-1)
  const active = activeElement === body && last ? last : activeElement
  for (const [place, drawing] of places) if (place !== active && drawingOf(place) !== drawing) seen.add(place)
  // A field of several parts keeps the key for each of them.
  const isKnown = places.has(active) && active !== last
  if (!places.has(active)) places.set(active, drawingOf(active))
  // An element outside the app that takes the focus need not show it.
  const unseen = [...places.keys()].filter((place) => place !== active && place.tabIndex >= 0 && !seen.has(place))
  return { isInside: panel.contains(active), isKnown, unseen: unseen.map(({ outerHTML }) => outerHTML.slice(0, 160)) }
}
