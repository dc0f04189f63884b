/**
 * Something that opens over the page and has its own link: `?form=question:12`. Closing goes back when it was opened
 * from here, so that the history holds no dead entries.
 */
import { useLocation, useNavigate, useSearchParams } from 'react-router'

export interface OpenedWord {
  /** What the URL says; '' when nothing is open. */
  value: string
  open: (value: string) => void
  /** Replaces the open word, so the browser's way back skips it. */
  become: (value: string) => void
  close: () => void
}

export function useOpenedWord(name: string): OpenedWord {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()

  function searchWith(value: string | undefined): string {
    const next = new URLSearchParams(search)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    return next.toString()
  }

  return {
    value: search.get(name) ?? '',
    open: (value) =>
      void navigate({ search: searchWith(value) }, { state: { opened: name }, preventScrollReset: true }),
    become: (value) => void navigate({ search: searchWith(value) }, { replace: true, state, preventScrollReset: true }),
    close: () => {
      // A dialog's own event may come late, when the next word is open already.
      if (!isOpen(name) || wordIn(name) !== search.get(name)) return undefined
      if ((state as { opened?: string } | null)?.opened === name) return void navigate(-1)
      return void navigate({ search: searchWith(undefined) }, { replace: true, preventScrollReset: true })
    },
  }
}

/**
 * Whether the address names it now. Read from the address itself: a second Escape may come before React has drawn the
 * first. It would go back once more, out of the page.
 */
export function isOpen(name: string): boolean {
  return wordIn(name) !== null
}

function wordIn(name: string): string | null {
  return new URLSearchParams(window.location.search).get(name)
}
