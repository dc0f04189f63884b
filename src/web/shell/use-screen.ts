import { useMatches } from 'react-router'
import type { ScreenHandle } from './screen-handle.ts'

/** The facts of the shown route (routes.tsx). A component that reads them is drawn again at every change. */
export function useScreen(): ScreenHandle | undefined {
  return useMatches().findLast((match) => match.handle !== undefined)?.handle as ScreenHandle | undefined
}
