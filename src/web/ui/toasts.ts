/** Short messages of success, for things that need no answer: `toast(t('form.saved'), name)`. Failures and money stay on the page. */
import { SharedValue } from '../api/shared-value.ts'

export interface Toast {
  id: number
  text: string
  /** The record that it was about. */
  about: string | undefined
}

const shownMs = 4000
const toasts = new SharedValue<readonly Toast[]>([])
let lastId = 0

export function toast(text: string, about?: string): void {
  const id = ++lastId
  // The same words again are one message: fifty verdicts are no wall of them.
  toasts.set([...toasts.get().filter((shown) => shown.text !== text), { id, text, about }])
  setTimeout(() => toasts.set(toasts.get().filter((shown) => shown.id !== id)), shownMs)
}

export function useToasts(): readonly Toast[] {
  return toasts.use()
}
