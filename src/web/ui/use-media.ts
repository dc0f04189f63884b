import { useSyncExternalStore } from 'react'

interface Watched {
  subscribe: (listener: () => void) => () => void
  holds: () => boolean
}

/** Kept per query, so that drawing a component again neither asks nor listens again. */
const watched = new Map<string, Watched>()

function watch(query: string): Watched {
  const known = watched.get(query)
  if (known) return known
  const media = matchMedia(query)
  const made = {
    subscribe: (listener: () => void) => {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    holds: () => media.matches,
  }
  watched.set(query, made)
  return made
}

/** Whether the media query holds, kept up to date: `useMedia(phone)`. */
export function useMedia(query: string): boolean {
  const { subscribe, holds } = watch(query)
  return useSyncExternalStore(subscribe, holds)
}

export const phone = '(max-width: 720px)'
