/** The first few records by name, and the number of the others. */
import { useText } from '../i18n/text.ts'
import type { Selected } from './use-selection.ts'

const named = 3

export function useNames(): (names: readonly string[]) => string {
  const t = useText()
  return (names) => {
    const first = names.slice(0, named).join(', ')
    return names.length > named ? t('list.namesAndMore', { names: first, count: names.length - named }) : first
  }
}

/** Of those rows that were chosen one by one. */
export function labelsOf(chosen: readonly Selected[], ids: readonly (number | string)[]): string[] {
  const labels = new Map(chosen.map(({ id, label }) => [id, label]))
  return ids.flatMap((id) => labels.get(id) ?? [])
}
