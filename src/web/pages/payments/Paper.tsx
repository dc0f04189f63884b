/** Room for signatures, on paper alone. */
import type { RunStep } from '#domain/money/payment-run.ts'
import { useText } from '../../i18n/text.ts'
import { fact, Facts } from '../../ui/Facts.tsx'
import '../../ui/paper.css'

type Signer = 'initiated' | 'approved' | 'authorized' | 'rejected' | 'drawnUp' | 'checked'

/** Lines to sign on, one for each hand that the sheet goes through. */
export function PaperSignatures({ by }: { by: readonly Signer[] }) {
  const t = useText()
  return <Facts className="paper-signatures" of={by.map((signer) => fact(t(`paper.${signer}`), t('paper.line')))} />
}

/** The people behind a step and those before it. */
export const signersOf = {
  initiate: ['initiated', 'approved', 'authorized'],
  approve: ['initiated', 'approved', 'authorized'],
  authorize: ['initiated', 'approved', 'authorized'],
  reject: ['rejected'],
  retry: ['drawnUp', 'authorized'],
  withdraw: ['drawnUp'],
  correct: ['drawnUp', 'initiated', 'approved', 'authorized'],
  reopen: ['drawnUp', 'initiated', 'approved', 'authorized'],
} as const satisfies Record<RunStep, readonly Signer[]>
