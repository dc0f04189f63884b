/** The pages of a questionnaire as entries of the browser's history: Back, which phones have as a button, goes a page back. */
import { useEffect, useEffectEvent } from 'react'
import type { Place } from './pages.ts'

interface Entry {
  /** The answers in hand: entries of others mean nothing. */
  of: string
  place: Place
  /** The place of the entry before. */
  from?: Place
  /** How many entries of the same answers come before. */
  depth: number
}

function entryOf(of: string | undefined): Entry | undefined {
  const entry = history.state as Partial<Entry> | null
  return of !== undefined && entry?.of === of ? (entry as Entry) : undefined
}

/** Where a visitor is, who loaded the page again. */
export function placeInHistory(of: string | undefined): Place | undefined {
  return entryOf(of)?.place
}

/** Called with each way from place to place. Without `of` the history is left alone. */
export function usePageHistory(
  of: string | undefined,
  onBack: (place: Place | undefined) => void,
): (from: Place, to: Place | undefined) => void {
  const pressed = useEffectEvent(() => onBack(placeInHistory(of)))
  useEffect(() => {
    if (of === undefined) return undefined
    const listen = () => pressed()
    addEventListener('popstate', listen)
    return () => {
      removeEventListener('popstate', listen)
      // What was sent is no page any more.
      const { depth = 0 } = entryOf(of) ?? {}
      if (depth > 0) history.go(-depth)
    }
  }, [of])
  return (from, to) => {
    if (of === undefined || to === undefined || to === from) return
    const here = entryOf(of)
    if (here?.from === to) return history.back()
    if (!here) history.replaceState({ of, place: from, depth: 0 } satisfies Entry, '')
    history.pushState({ of, place: to, from, depth: (here?.depth ?? 0) + 1 } satisfies Entry, '')
  }
}
