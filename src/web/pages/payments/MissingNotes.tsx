import type { Run } from '#contract/payment-runs.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Note } from '../../ui/Note.tsx'
import { WhoFunds } from '../../money/FloatLacks.tsx'

/** The floats that are too short, and how much they lack: payments of those currencies are refused, and no others. */
export function MissingNotes({ missing, when }: { missing: Run['missing']; when: 'before' | 'after' }) {
  const t = useText()
  const format = useFormat()
  return missing.map(({ provider, currency, amount }) => (
    <Note key={`${provider} ${currency}`} tone="warning">
      {t(when === 'before' ? 'payments.run.wouldMiss' : 'payments.run.missing', {
        float: `${provider.toUpperCase()} ${currency}`,
        amount: format.money(amount, currency),
      })}{' '}
      <WhoFunds />
    </Note>
  ))
}
