/**
 * What the simulator does wrong, by the last four digits of the payee's phone. Every other number is paid.
 * "Once" means on the first send of a reference: the repeat is treated like any other.
 */

/** How long "late", "hidden" and "pending" last is `faultMs` of the simulator. */
const faults: Record<string, Fault> = {
  '9900': { answer: 'AT_ONCE' }, // 201 with the final transaction instead of 202 and polling
  '9901': { refuse: { status: 404, category: 'identification', code: 'identifierError' } }, // no such payee
  '9902': { failLater: 'maxBalanceExceeded', failField: 'error' }, // accepted, then failed
  '9903': { failLater: 'requestDeclined', failField: 'errorReference' }, // the same, in the words of the specification's prose
  '9904': { answer: 'DROP' }, // accepted, then the connection breaks before the answer
  '9905': { answer: 'HTTP_500' }, // accepted, then an error page of the provider
  '9906': { refuseOnce: { status: 503, category: 'serviceUnavailable', code: 'genericError' } }, // not accepted
  '9907': { answer: 'LATE' }, // accepted, the answer comes after faultMs
  '9908': { pending: 'LONG' }, // final only after faultMs
  '9909': { hidden: 'FOR_A_WHILE' }, // accepted, yet status knows nothing of it for faultMs
  '9910': { refuseOnce: { status: 429, category: 'businessRule', code: 'rateLimitError' } }, // not accepted
  '9911': { states: 'WRONG_AMOUNT' }, // pays what was asked, but the transaction states ten times as much
  '9912': { refuse: { status: 400, category: 'businessRule', code: 'insufficientFunds' } }, // float exhausted
  '9913': { answer: 'DROP', hidden: 'FOR_A_WHILE' }, // 9904 and 9909 together: looks exactly like never received
  '9914': { refuseOnce: { status: 401, category: 'authorisation', code: 'clientAuthorisationError' } }, // not accepted
  '9915': { answer: 'GATEWAY_502' }, // accepted, then a gateway answers with an HTML page
  '9916': { failFirst: 'requestDeclined' }, // accepted, called failed, and paid after faultMs all the same
}

export interface Fault {
  /** Error on every send: not accepted. */
  refuse?: Refusal
  /** Error on the first send only: not accepted. */
  refuseOnce?: Refusal
  /** Accepted; what the caller gets instead of the 202. */
  answer?: 'AT_ONCE' | 'DROP' | 'HTTP_500' | 'GATEWAY_502' | 'LATE'
  /** Accepted, but in the end not paid, for this reason. */
  failLater?: string
  /** Where the request state names that reason: schema and prose of the specification differ. */
  failField?: 'error' | 'errorReference'
  /** Accepted, and called failed for this reason until it is paid after all. */
  failFirst?: string
  pending?: 'LONG'
  hidden?: 'FOR_A_WHILE'
  states?: 'WRONG_AMOUNT'
}

/** What is wrong with the provider as a whole, or with our account there; tests switch it on and off. */
export interface HouseFaults {
  /** A reference is paid each time that it comes. */
  repeats?: 'PAID'
  /** Each call is refused at the door. */
  access?: 'REFUSED'
  /** Each call ends in an error. */
  service?: 'DOWN'
  /** The account to be debited is not known. */
  account?: 'UNKNOWN'
}

export interface Refusal {
  status: number
  category: string
  code: string
}

export function faultOf(msisdn: string): Fault {
  return faults[msisdn.slice(-4)] ?? {}
}
