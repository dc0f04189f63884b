/** pawaPay Merchant API v2, as its pages describe it. */
import { faultOf } from './faults.ts'
import type { Answered, Asked } from './gsma.ts'
import type { House, Payment } from './house.ts'

const ok = (body: unknown): Answered => ({ reply: { status: 200, body } })

export const noToken: Answered = {
  reply: { status: 401, body: { failureReason: { failureCode: 'AUTHENTICATION_ERROR', failureMessage: '' } } },
}

const words = { PENDING: 'PROCESSING', PAID: 'COMPLETED', FAILED: 'FAILED' } as const
/** `40.00` → `40`: amounts have no superfluous zeros. */
const amount = (cents: number) => String(cents / 100)

function payout({ reference, receipt, state, cents, phone }: Payment) {
  return {
    payoutId: reference,
    status: words[state],
    amount: amount(cents),
    currency: faultOf(phone) === 'wrong-currency' ? 'XOF' : 'MZN',
    country: 'MOZ',
    recipient: { type: 'MMO', accountDetails: { phoneNumber: phone.slice(1), provider: 'VODACOM_MOZ' } },
    created: new Date().toISOString(),
    ...(state === 'PAID' && { providerTransactionId: receipt }),
    ...(state === 'FAILED' && { failureReason: { failureCode: 'RECIPIENT_NOT_FOUND', failureMessage: '' } }),
  }
}

interface PayoutOrder {
  payoutId: string
  amount: string
  recipient: { accountDetails: { phoneNumber: string } }
}

export function speakPawapay(house: House, account: string, balance: () => number) {
  function send({ payoutId, amount: asked, recipient }: PayoutOrder): Answered {
    const phone = `+${recipient.accountDetails.phoneNumber}`
    const taken = house.send({ account, reference: payoutId, phone, cents: Math.round(Number(asked) * 100) })
    const word = (status: string, { reference }: { reference: string } = { reference: payoutId }) =>
      ok({ payoutId: reference, status, created: new Date().toISOString() })
    if (taken.kind === 'NOT_TAKEN') return { ...word('REJECTED'), fault: taken.fault }
    if (taken.kind === 'REPEATED') return word('DUPLICATE_IGNORED')
    const { payment, fault } = taken
    return { ...word('ACCEPTED', fault === 'crossed' ? house.other(payment) : payment), fault }
  }

  return ({ method, path, body }: Asked): Answered => {
    if (path === '/v2/predict-provider') {
      const { phoneNumber } = body as { phoneNumber: string }
      return ok({ country: 'MOZ', provider: 'VODACOM_MOZ', phoneNumber: phoneNumber.replace(/\D/g, '') })
    }
    if (method === 'POST') return send(body as PayoutOrder)
    if (path === '/v2/wallet-balances')
      return ok({ balances: [{ country: 'MOZ', balance: amount(balance()), currency: 'MZN', provider: '' }] })
    const payment = house.byReference(path.split('/').at(-1) ?? '')
    return ok(payment ? { status: 'FOUND', data: payout(payment) } : { status: 'NOT_FOUND' })
  }
}
