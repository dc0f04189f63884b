/** Whom a payment is for. */
import { maskedPhone } from '../people/phone.ts'

export interface Payee {
  participant: { name: string } | null
  /** As a person entered it. */
  recipientName?: string | null
}

/**
 * The recipient that a manual payment names, with the participant whose phone it is where that is another name; else the
 * participant. A participant without a name is called by a masked phone, which is no name beside the phone itself.
 */
export function payeeOf({ participant, recipientName }: Payee): string | undefined {
  const known = participant && !maskedPhone.test(participant.name) ? participant.name : undefined
  if (!recipientName) return known
  return known === undefined || known === recipientName ? recipientName : `${recipientName} (${known})`
}
