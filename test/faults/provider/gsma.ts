/** GSMA Mobile Money API 1.2, as an operator speaks it. */
import type { Fault } from './faults.ts'
import { faultOf } from './faults.ts'
import type { Reply } from './answer.ts'
import type { House, Payment } from './house.ts'

export interface Asked {
  method: string
  /** After the account. */
  path: string
  body: unknown
}

export interface Answered {
  reply: Reply
  fault?: Fault | undefined
}

const error = (status: number, errorCategory: string, errorCode: string): Answered => ({
  reply: { status, body: { errorCategory, errorCode, errorDescription: '', errorDateTime: new Date().toISOString() } },
})

export const signedOut = error(401, 'authorisation', 'clientAuthorisationError')

interface Disbursement {
  amount: string
  creditParty: { key: string; value: string }[]
  requestingOrganisationTransactionReference: string
}

const words = { PENDING: 'pending', PAID: 'completed', FAILED: 'failed' } as const

function transaction({ receipt, reference, state, cents, phone }: Payment): Reply {
  const fault = faultOf(phone)
  return {
    status: 200,
    body: {
      transactionReference: receipt,
      requestingOrganisationTransactionReference: reference,
      transactionStatus: words[state],
      amount: (cents / 100).toFixed(2),
      currency: fault === 'wrong-currency' ? 'XOF' : 'MZN',
      creditParty: [{ key: 'msisdn', value: phone }],
      creationDate: fault === 'wrong-clock' ? '1970-01-01T00:00:00Z' : new Date().toISOString(),
    },
  }
}

function requestState({ receipt, state, phone }: Payment): Reply {
  return {
    status: 202,
    body: {
      serverCorrelationId: `S-${receipt}`,
      status: words[state],
      notificationMethod: 'polling',
      pollLimit: 100,
      ...(state === 'PAID' && { objectReference: receipt }),
      ...(state === 'FAILED' && { error: { errorCategory: 'businessRule', errorCode: 'payeeNotFound' } }),
      ...(faultOf(phone) === 'wrong-clock' && { expiryTime: '2001-01-01T00:00:00Z' }),
    },
  }
}

export function speakGsma(house: House, account: string, balance: () => number) {
  function send(body: Disbursement): Answered {
    const phone = body.creditParty[0]?.value ?? ''
    const reference = body.requestingOrganisationTransactionReference
    const taken = house.send({ account, reference, phone, cents: Math.round(Number(body.amount) * 100) })
    if (taken.kind === 'NOT_TAKEN') return { reply: { status: 500, body: {} }, fault: taken.fault }
    if (taken.kind === 'REPEATED') return error(400, 'businessRule', 'duplicateRequest')
    const { payment, fault } = taken
    const shown = fault === 'crossed' ? (house.other(payment) ?? payment) : payment
    // Some operators answer with the transaction at once.
    return {
      reply: Number(phone.at(-3)) % 2 === 0 ? { ...transaction(shown), status: 201 } : requestState(shown),
      fault,
    }
  }

  return ({ method, path, body }: Asked): Answered => {
    const [, kind, last = ''] =
      /^\/(transactions\/type|transactions|requeststates|responses)\/([^/]+)$/.exec(path) ?? []
    if (method === 'POST' && kind === 'transactions/type') return send(body as Disbursement)
    if (kind === 'responses') {
      const payment = house.byReference(last)
      return payment
        ? { reply: { status: 200, body: { link: `/transactions/${payment.receipt}` } } }
        : error(404, 'identification', 'idNotFound')
    }
    if (kind === 'requeststates' || kind === 'transactions') {
      const payment = house.byReceipt(last.replace('S-', ''))
      if (!payment || payment.visibleAt > Date.now()) return error(404, 'identification', 'idNotFound')
      return { reply: kind === 'transactions' ? transaction(payment) : { ...requestState(payment), status: 200 } }
    }
    const holder = /^\/accounts\/msisdn\/([^/]+)\/accountname$/.exec(path)?.[1]
    if (holder) {
      const fullName = house.names.get(decodeURIComponent(holder))
      return fullName
        ? { reply: { status: 200, body: { name: { fullName } } } }
        : error(404, 'identification', 'idNotFound')
    }
    if (path.endsWith('/balance'))
      return { reply: { status: 200, body: { availableBalance: (balance() / 100).toFixed(2), currency: 'MZN' } } }
    if (path === '/heartbeat') return { reply: { status: 200, body: { serviceStatus: 'available' } } }
    return error(404, 'identification', 'idNotFound')
  }
}
