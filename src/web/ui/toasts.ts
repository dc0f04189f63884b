/** Short messages of success, for things that need no answer: `toast(t('form.saved'), name)`. Failures and money stay on the page. */
import { useSyncExternalStore } from 'react'

export interface Toast {
  id: number
  text: string
  /** The record that it was about. */
  about: string | undefined
}

const shownMs = 4000
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

export function toast(text: string, about?: string): void {
  const id = ++lastId
  // The same words again are one message: fifty verdicts are no wall of them.
  change([...toasts.filter((shown) => shown.text !== text), { id, text, about }])
  setTimeout(() => change(toasts.filter((shown) => shown.id !== id)), shownMs)
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts)
}
