import type { Area } from '../i18n/areas.ts'

/** What a route says of itself (`handle` in routes.tsx); the shell checks `visit` and names `needs` when it refuses. */
export interface ScreenHandle {
  /** Id of the menu entry that `permissions.visit` must hold. */
  visit: string
  /** The permission that opens it, for the 403 screen. */
  needs: string
  /** Texts that come with it. */
  texts?: readonly Area[]
  /** The read that fills it, of its first page: it goes out before the code of the screen has come. */
  asks?: string
}
