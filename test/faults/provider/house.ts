/** What the provider knows of payments, whatever the dialect: they are taken on, and end by themselves. */
import { type Fault, faultOf, isBefore } from './faults.ts'
import type { Ledger } from './ledger.ts'

export interface Payment {
  account: string
  reference: string
  receipt: string
  phone: string
  cents: number
  state: 'PENDING' | 'PAID' | 'FAILED'
  /** Questions before this moment find nothing. */
  visibleAt: number
}

export interface Order {
  account: string
  reference: string
  phone: string
  cents: number
}

export interface Pace {
  /** Of what is long, in milliseconds. */
  longMs: number
}

export type Taken =
  | { kind: 'TAKEN'; payment: Payment; fault: Fault | undefined }
  | { kind: 'REPEATED'; payment: Payment }
  | { kind: 'NOT_TAKEN'; fault: Fault }

export function openHouse(ledger: Ledger, { longMs }: Pace, paysRepeats: (account: string) => boolean) {
  const payments: Payment[] = []
  const byReference = new Map<string, Payment[]>()
  const byReceipt = new Map<string, Payment>()
  /** How often each reference came, taken on or not. */
  const sendings = new Map<string, number>()

  function book(order: Order): Payment {
    const { account, reference, phone, cents } = order
    const fault = faultOf(phone)
    const visibleAt = Date.now() + (fault === 'unseen' ? longMs / 3 : 0)
    const payment: Payment = {
      account,
      reference,
      phone,
      cents,
      receipt: ledger.receipt(),
      state: 'PENDING',
      visibleAt,
    }
    payments.push(payment)
    byReference.set(reference, [...(byReference.get(reference) ?? []), payment])
    byReceipt.set(payment.receipt, payment)
    end(payment, fault)
    return payment
  }

  function end(payment: Payment, fault: Fault | undefined): void {
    const pay = () => {
      payment.state = 'PAID'
      const cents = fault === 'wrong-amount' ? payment.cents * 2 : payment.cents
      const phone = fault === 'wrong-payee' ? '+258820000000' : payment.phone
      Object.assign(payment, { cents, phone })
      ledger.pay(payment)
    }
    const fail = () => (payment.state = 'FAILED')
    if (fault === 'long-pending') setTimeout(pay, longMs)
    else if (fault === 'pending-failed') setTimeout(fail, longMs / 6)
    else if (fault === 'failed-paid') {
      setTimeout(fail, 100)
      setTimeout(pay, longMs / 3)
    } else setTimeout(pay, 20 + ((payments.length * 37) % 150))
    if (fault === 'reversed') setTimeout(() => ledger.takeBack(payment), longMs / 3)
  }

  return {
    sendings,
    /** Of some phones, by POST /control. */
    names: new Map<string, string>(),
    /** What the account holds, without what is on its way out. */
    fundsOf: (account: string) =>
      payments.reduce(
        (left, one) => (one.account === account && one.state === 'PENDING' ? left - one.cents : left),
        ledger.balance(account),
      ),
    send(order: Order): Taken {
      const { account, reference, phone } = order
      const times = (sendings.get(reference) ?? 0) + 1
      sendings.set(reference, times)
      const fault = faultOf(phone)
      if (times === 1 && fault && isBefore(fault)) return { kind: 'NOT_TAKEN', fault }
      const [earlier] = byReference.get(reference) ?? []
      if (earlier && !paysRepeats(account)) return { kind: 'REPEATED', payment: earlier }
      return { kind: 'TAKEN', payment: book(order), fault: times === 1 ? fault : undefined }
    },
    byReceipt: (receipt: string) => byReceipt.get(receipt),
    byReference(reference: string): Payment | undefined {
      return byReference.get(reference)?.find(({ visibleAt }) => visibleAt <= Date.now())
    },
    /** One of another client, or of the same one: it is the wrong one. */
    other: (payment: Payment) => payments.findLast((one) => one !== payment && one.account === payment.account),
  }
}

export type House = ReturnType<typeof openHouse>
