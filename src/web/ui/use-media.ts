import { useSyncExternalStore } from 'react'

/** Whether the media query holds, kept up to date: `useMedia(phone)`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}

export const phone = '(max-width: 720px)'
