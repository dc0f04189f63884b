/** Who uses a record that cannot be deleted, in words: "12 sites and 3 surveys use this". */
import { useIntl } from 'react-intl'
import type { BulkRow } from '#contract/fields.ts'
import { useTextOr } from './text.ts'

export function useUsageText(): (usedBy: BulkRow['usedBy']) => string | undefined {
  const { locale } = useIntl()
  const textOr = useTextOr()
  return (usedBy = {}) => {
    const users = Object.entries(usedBy).filter(([, count]) => count > 0)
    if (users.length === 0) return undefined
    const words = users.map(([table, count]) => textOr(`usage.${table}`, `${table}: ${count}`, { count }))
    const things = new Intl.ListFormat(locale, { type: 'conjunction' }).format(words)
    return textOr('usage.by', things, { things })
  }
}
