/** Back from a record, the keyboard is on the row that was left; the router gives the scroll back by itself. */
import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { isFocusFree } from '../ui/focus.ts'
import type { ListRow } from './list-data.ts'

/** By entry of the history, the row whose link was followed from there. */
const left = new Map<string, string>()

export function useReturnToRow(rows: readonly ListRow[]): void {
  const { key } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  const done = useRef('')
  useEffect(() => {
    const note = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest('a')?.closest<HTMLElement>('[data-row]') : null
      if (row) left.set(key, row.dataset['row'] ?? '')
    }
    document.addEventListener('click', note, { capture: true })
    return () => document.removeEventListener('click', note, { capture: true })
  }, [key])
  useEffect(() => {
    const id = left.get(key)
    if (!isBack || id === undefined || rows.length === 0 || done.current === key) return
    done.current = key
    // After the shell, which gives the focus of a new screen to its top.
    requestAnimationFrame(() => {
      if (!isFocusFree()) return
      const row = document.querySelector(`[data-row="${CSS.escape(id)}"]`)
      row?.querySelector<HTMLElement>('th a, strong a')?.focus({ preventScroll: true })
    })
  }, [key, isBack, rows])
}
