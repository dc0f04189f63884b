/** Said before a payment waits for a step without people who may take it. */
import { useText } from '../../i18n/text.ts'
import { Note } from '../../ui/Note.tsx'

export function NobodyLeft({ step }: { step: 'initiate' | 'approve' | 'authorize' }) {
  const t = useText()
  return <Note tone="warning">{t(`payments.nobodyLeft.${step}`)}</Note>
}
