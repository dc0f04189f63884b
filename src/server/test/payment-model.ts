/**
 * What people and the provider may do with payments, in a few lines and written without a look at the product's own rules.
 * It imports nothing: random walks hold the product against it. A payment costs one unit of the float.
 */
export const signatures = ['initiate', 'approve', 'authorize'] as const
export type Signature = (typeof signatures)[number]
export const ways = [
  'withdraw',
  'reopen',
  'correct',
  'retry',
  'recall',
  'reverse',
  'recovered',
  'notRecovered',
] as const
export type Way = (typeof ways)[number] | 'foundPaid' | 'foundNotPaid'

const startOf = { initiate: 'ELIGIBLE', approve: 'INITIATED', authorize: 'APPROVED' }
const endOf = { initiate: 'INITIATED', approve: 'APPROVED', authorize: 'PROCESSING' }
const open = ['ELIGIBLE', 'INITIATED', 'APPROVED']

export class ModelPayment {
  status = 'ELIGIBLE'
  /** Of the round: who signed, and the duty that each person has by any action of it. */
  by: Partial<Record<Signature, number>> = {}
  duties = new Map<number, Signature>()
  /** Its phone is not the participant's any more, though it was not given. */
  differs = false
  given = false
  erased = false
  /** Its response may be paid by another payment. */
  freed = false
  /** The provider paid another amount: it is for two people to say how it ended. */
  unclear = false
  /** A failure turned out to be paid while this try had not begun: it waits for a recall. */
  stopped = false
  /** The last finding. */
  found: { outcome: string; who: number } | undefined
  /** Tries that failed, and may turn out to be paid. */
  failures = 0
  /** Tries that were paid on top of what was owed, and that two people have yet to book. */
  extra = 0

  mayTake(step: Signature, person: number): boolean {
    const isHeld = step === 'initiate' ? this.erased && !this.given : this.differs
    return this.status === startOf[step] && (this.duties.get(person) ?? step) === step && !isHeld
  }

  /** A round with these signatures in it. */
  begin(to: string, person: number, duty: Signature): void {
    const { authorize: _, ...signed } = this.by
    this.by = to === 'APPROVED' ? signed : {}
    const carried = Object.entries(this.by).map(([step, who]) => [who, step as Signature] as const)
    this.duties = new Map([...carried, [person, duty]])
  }
}

export class Model {
  float: number
  payments: ModelPayment[]
  /** How often each change of status was met: `FAILED APPROVED retry`. */
  visits: Map<string, number>
  constructor(payments: number, float: number, visits: Map<string, number>) {
    this.payments = Array.from({ length: payments }, () => new ModelPayment())
    this.float = float
    this.visits = visits
  }

  private note(what: string): void {
    this.visits.set(what, (this.visits.get(what) ?? 0) + 1)
  }
  private go(payment: ModelPayment, to: string, action = '-'): void {
    this.note(`${payment.status} ${to} ${action}`)
    if (to === 'CANCELLED' || to === 'REVERSED') payment.freed = true
    payment.status = to
  }

  /** Those of the payments that the person signs. */
  sign(step: Signature, person: number, payments: readonly ModelPayment[]): ModelPayment[] {
    const willing = payments.filter((payment) => payment.mayTake(step, person))
    if (step === 'authorize' && willing.length > this.float) return []
    for (const payment of willing) {
      this.go(payment, endOf[step], step)
      payment.by[step] = person
      payment.duties.set(person, step)
      Object.assign(payment, { unclear: false, stopped: false, found: undefined })
    }
    if (step === 'authorize') this.float -= willing.length
    return willing
  }

  reject(payment: ModelPayment): boolean {
    if (!open.includes(payment.status)) return false
    this.go(payment, 'REJECTED', 'reject')
    return true
  }

  /** Reviewers take responses back: LOCKED when one of them is too far. */
  takeBack(payments: readonly ModelPayment[]): number | 'LOCKED' {
    const touched = payments.filter(({ freed }) => !freed)
    if (touched.some(({ status }) => !['ELIGIBLE', 'INITIATED', 'REJECTED'].includes(status))) return 'LOCKED'
    const cancelled = touched.filter(({ status }) => status !== 'REJECTED')
    for (const payment of cancelled) this.go(payment, 'CANCELLED')
    return cancelled.length
  }

  newPhone(payment: ModelPayment): void {
    if (!payment.given && payment.status !== 'ELIGIBLE') payment.differs = true
  }

  erase(payment: ModelPayment): void {
    payment.erased = true
    if (open.includes(payment.status)) this.go(payment, 'CANCELLED')
    else if (!payment.given) payment.differs = true
  }

  /** OURS: our account is short, so that the next try of each payment follows. */
  answer(kind: 'paid' | 'failed' | 'unclear' | 'ours'): void {
    for (const payment of this.payments) {
      if (payment.status !== 'PROCESSING' || payment.unclear || payment.stopped) continue
      if (kind === 'unclear') payment.unclear = true
      else if (kind === 'ours') {
        this.note('(next try)')
        payment.failures += 1
      } else this.end(payment, kind === 'paid')
    }
  }
  private end(payment: ModelPayment, isPaid: boolean): void {
    this.go(payment, isPaid ? 'SUCCESSFUL' : 'FAILED')
    if (isPaid) return
    payment.failures += 1
    this.float += 1
  }

  /** The provider paid all that it had called failed. */
  paidAfterAll(payment: ModelPayment): void {
    if (payment.status === 'PROCESSING') {
      if (payment.failures > 0 && !payment.unclear) payment.stopped = true
      return
    }
    for (; payment.failures > 0; payment.failures -= 1) {
      if ([...open, 'FAILED', 'REJECTED'].includes(payment.status)) {
        this.go(payment, 'SUCCESSFUL')
        this.float -= Math.min(1, this.float)
      } else {
        this.note('(paid twice)')
        payment.extra += 1
      }
    }
  }

  /** Two people book what went out on top, where the float has it. */
  bookExtra(payment: ModelPayment): boolean {
    if (payment.extra === 0 || this.float === 0) return false
    this.note('(second is booked)')
    payment.extra -= 1
    this.float -= 1
    return true
  }

  /** Whether the person may; if so, it is done. */
  take(way: Way, payment: ModelPayment, person: number): boolean {
    if (!this.takeIf(way, payment, person)) return false
    this.note(`(${way})`)
    return true
  }
  private takeIf(way: Way, payment: ModelPayment, person: number): boolean {
    const { status, by, found } = payment
    const finds = (outcome: string) => (payment.found = { outcome, who: person })
    switch (way) {
      case 'withdraw':
        if (!['ELIGIBLE', 'FAILED'].includes(status) && (status !== 'INITIATED' || by.initiate !== person)) return false
        this.go(payment, 'REJECTED', way)
        return true
      case 'reopen':
      case 'correct':
        if (status !== 'REJECTED' && (way === 'reopen' || ![...open, 'FAILED'].includes(status))) return false
        this.go(payment, 'ELIGIBLE', way)
        payment.begin('ELIGIBLE', person, 'initiate')
        payment.differs = false
        if (way === 'correct') payment.given = true
        return true
      case 'retry':
        if (status !== 'FAILED' || payment.differs || by.approve === person) return false
        this.go(payment, 'APPROVED', way)
        payment.begin('APPROVED', person, 'initiate')
        return true
      case 'recall':
        if (status !== 'PROCESSING' || payment.unclear || [by.initiate, by.approve].includes(person)) return false
        this.go(payment, 'APPROVED', way)
        payment.begin('APPROVED', person, 'authorize')
        this.float += 1
        return true
      case 'foundPaid':
      case 'foundNotPaid':
        if (status !== 'PROCESSING' || !payment.unclear || found?.who === person) return false
        finds(way)
        if (found?.outcome === way) this.end(payment, way === 'foundPaid')
        return true
      case 'reverse':
        if (status !== 'SUCCESSFUL' || payment.extra > 0) return false
        this.go(payment, 'REVERSING')
        finds(way)
        return true
      case 'recovered':
      case 'notRecovered':
        if (status !== 'REVERSING' || payment.extra > 0 || found?.who === person) return false
        this.go(payment, way === 'recovered' ? 'REVERSED' : 'SUCCESSFUL')
        if (way === 'recovered') this.float += 1
        return true
    }
  }
}
