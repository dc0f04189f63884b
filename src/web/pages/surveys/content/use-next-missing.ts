import { useRef } from 'react'
import type { TextPlace } from '#domain/surveys/text-places.ts'

/** Goes from one missing text to the next: unfolds what hides it, opens it and gives it the focus. */
export function useNextMissing(unfold: (place: TextPlace) => void): (places: readonly TextPlace[]) => void {
  const last = useRef('')
  return (places) => {
    const names = places.map(({ kind, id, field }) => `${kind}-${id}-${field}`)
    const next = (names.indexOf(last.current) + 1) % places.length
    const [place, name] = [places[next], names[next]]
    if (!place || name === undefined) return
    last.current = name
    unfold(place)
    // After React has drawn what was folded.
    requestAnimationFrame(() => {
      const text = document.querySelector<HTMLElement>(`[data-text="${name}"]`)
      text?.scrollIntoView({ block: 'center' })
      text?.click()
    })
  }
}
