import { useMatches } from 'react-router'
import type { ScreenHandle } from './screen-handle.ts'

/** What the route shown says of itself (routes.tsx). Whoever asks is drawn again at every change of it. */
export function useScreen(): ScreenHandle | undefined {
  return useMatches().findLast((match) => match.handle !== undefined)?.handle as ScreenHandle | undefined
}
