import { useTextOr } from '../i18n/text.ts'

/** The text of the first of the ids that there is one for; else the fallback. */
export function useFirstText(): (ids: readonly string[], fallback: string) => string {
  const textOr = useTextOr()
  return (ids, fallback) => ids.reduceRight((text, id) => textOr(id, text), fallback)
}
