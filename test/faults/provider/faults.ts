/** What goes wrong with a payment, chosen by the last two digits of its phone; 50 to 99 and those above the list are paid well. */

/** Nothing is booked at the first sending. */
const before = ['timeout-before', 'error-before', 'busy', 'hang'] as const
/** It is booked, and the answer is no good. */
const after = [
  'timeout-after',
  'error-after',
  'reset',
  'half-json',
  'html',
  'wrong-type',
  'twice',
  'crossed',
  'drip',
  'wrong-clock',
  'repeat',
] as const
/** How it ends. */
const ends = [
  'long-pending',
  'pending-failed',
  'failed-paid',
  'reversed',
  'unseen',
  'wrong-amount',
  'wrong-payee',
  'wrong-currency',
] as const

const faults = [...before, ...after, ...ends] as const
export type Fault = (typeof faults)[number]

export function faultOf(phone: string): Fault | undefined {
  return faults[Number(phone.slice(-2))]
}

export const isBefore = (fault: Fault | undefined) => before.some((one) => one === fault)

/** Answers about a payment are spoilt as well, now and then. */
export const spoilt: readonly Fault[] = after.filter((one) => one !== 'crossed' && one !== 'repeat')
