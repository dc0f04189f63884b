import type { Area } from '../i18n/areas.ts'
import { useMatches } from 'react-router'

/** What a route says of itself (`handle` in routes.tsx); the shell checks `visit` and names `needs` when it refuses. */
export interface ScreenHandle {
  /** Id of the menu entry that `permissions.visit` must hold. */
  visit: string
  /** The permission that opens it, for the 403 screen. */
  needs: string
  /** Texts that come with it. */
  texts?: readonly Area[]
  /**
   * The read that fills it, of its first page: it goes out before the code of the screen has come. Or, by its parameters and
   * query, all reads that would else wait for each other; code of its parts may begin to come too.
   */
  asks?: string | ((params: Readonly<Record<string, string | undefined>>, search: URLSearchParams) => string[])
}

/** What the route shown says of itself (routes.tsx). The caller is drawn again at every change of it. */
export function useScreen(): ScreenHandle | undefined {
  return useMatches().findLast((match) => match.handle !== undefined)?.handle as ScreenHandle | undefined
}
