/** A payment row for the tests of this folder. */
import type { PaymentRow } from '#contract/payments.ts'

export function givenPayment(more: Partial<PaymentRow> = {}): PaymentRow {
  return {
    id: more.paymentId ?? 7,
    paymentId: 7,
    kind: 'INDIVIDUAL',
    surveyId: 1,
    surveyTitle: 'Survey',
    locationId: 3,
    responseIds: [3],
    participant: null,
    phone: '+258840000001',
    amount: '5.00',
    amountMinor: 500,
    currency: 'MZN',
    provider: 'gsma',
    status: 'INITIATED',
    processingState: null,
    reason: null,
    reasonText: null,
    hold: null,
    reference: null,
    round: 1,
    steps: [],
    allowedActions: [],
    approvals: 1,
    factsHash: '',
    version: 1,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    ...more,
  }
}
