/**
 * pawaPay Merchant API v2 (docs.pawapay.io/v2, as of 2026-05): one account for many mobile money operators. Our reference is its
 * `payoutId`, so a repeated one is ignored, and it is asked about by it. Amounts have no superfluous zeros: some operators take
 * whole units only. Calls are not signed.
 */
import { z } from 'zod'
import { toDecimal, toMinor, toMinorSum } from '#domain/money/money.ts'
import { type Answer, exchange, inconclusive, type Lost, read } from './exchange.ts'
import { Reference } from './gsma-messages.ts'
import type {
  BalanceResult,
  Bounded,
  PaymentProvider,
  SendRequest,
  SendResult,
  StatusQuery,
  StatusResult,
} from './provider.ts'

export interface PawapaySettings {
  /** By which the books know it. */
  name: string
  /** `https://api.pawapay.io`, without a trailing slash. */
  baseUrl: string
  token: string
  timeoutMs: number
}

const FailureReason = z.object({ failureCode: z.string().regex(/^[A-Z_]{1,64}$/) })

/** Which operator has the number, by its prefix. */
const Prediction = z.object({ provider: Reference, phoneNumber: z.string().regex(/^\d{7,15}$/) })

const Initiation = z.object({
  payoutId: z.string().optional(),
  status: z.string(),
  failureReason: FailureReason.optional().catch(undefined),
})

const Payout = z.object({
  payoutId: z.string(),
  status: z.string(),
  amount: z.string(),
  currency: z.string(),
  recipient: z.object({ accountDetails: z.object({ phoneNumber: z.string(), provider: Reference }) }),
  providerTransactionId: Reference.nullish().catch(undefined),
  failureReason: FailureReason.nullish().catch(undefined),
})
type Payout = z.infer<typeof Payout>

const PayoutStatus = z.discriminatedUnion('status', [
  z.object({ status: z.literal('FOUND'), data: Payout }),
  z.object({ status: z.literal('NOT_FOUND') }),
])

const Balances = z.object({ balances: z.array(z.object({ balance: z.string(), currency: z.string() })) })

/** Taken on. pawaPay finds out by itself what became of one in reconciliation. */
const underWay = new Set(['ACCEPTED', 'ENQUEUED', 'SUBMITTED', 'PROCESSING', 'IN_RECONCILIATION'])

/** Its own words for "not known": never a failure. */
const saysNothing = 'UNKNOWN_ERROR'
/** The operator cannot pay now, and nothing was taken on. */
const laterOn = 'PROVIDER_TEMPORARILY_UNAVAILABLE'
const laterMs = 60_000

export function pawapayProvider({ name, baseUrl, token, timeoutMs }: PawapaySettings): PaymentProvider {
  function call(method: 'GET' | 'POST', path: string, { body, ...bounds }: Bounded & { body?: object } = {}) {
    return exchange({
      ...bounds,
      method,
      url: baseUrl + path,
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
      body: body && JSON.stringify(body),
      timeoutMs,
    })
  }

  async function send(order: SendRequest): Promise<SendResult> {
    const { clientRef, amountMinor, currency, msisdn, description, deadline, heard } = order
    const asked = await call('POST', '/v2/predict-provider', { body: { phoneNumber: msisdn }, deadline, heard })
    const predicted = read(asked, Prediction)
    if (!predicted) return unpredicted(asked, order)
    const { provider, phoneNumber } = predicted
    // The number is what people signed: a prediction may not turn it into another one.
    if (`+${phoneNumber}` !== msisdn) return refused('INVALID_PHONE_NUMBER', order)
    const customerMessage = description.replace(/[^A-Za-z0-9 ]/g, '').slice(0, 22)
    const answer = await call('POST', '/v2/payouts', {
      body: {
        payoutId: clientRef,
        amount: shortest(toDecimal(amountMinor, currency)),
        currency,
        recipient: { type: 'MMO', accountDetails: { phoneNumber, provider } },
        ...(customerMessage.trim().length >= 4 && { customerMessage }),
      },
      deadline,
      heard,
    })
    const taken = read(answer, Initiation)
    if (taken?.payoutId !== undefined && taken.payoutId !== clientRef)
      return { kind: 'UNKNOWN', reason: 'OTHER_REFERENCE' }
    if (taken?.status === 'ACCEPTED' || taken?.status === 'DUPLICATE_IGNORED') {
      return { kind: 'ACCEPTED', providerRef: undefined }
    }
    const code = taken?.status === 'REJECTED' ? taken.failureReason?.failureCode : refusalOf(answer)
    return code === undefined ? inconclusive(answer) : refused(code, order)
  }

  async function status({ clientRef, deadline, heard }: StatusQuery): Promise<StatusResult> {
    const answer = await call('GET', `/v2/payouts/${clientRef}`, { deadline, heard })
    const found = read(answer, PayoutStatus)
    if (!found) return inconclusive(answer)
    return found.status === 'NOT_FOUND' ? { kind: 'NOT_FOUND' } : outcomeOf(found.data, clientRef)
  }

  /** Wallets of one currency in several countries are one float here. */
  async function balance(currency: string): Promise<BalanceResult> {
    const answer = await call('GET', '/v2/wallet-balances')
    const stated = read(answer, Balances)
    if (!stated) return inconclusive(answer)
    const sums = stated.balances
      .filter((wallet) => wallet.currency === currency)
      .map((wallet) => toMinorSum(wallet.balance, currency))
    if (sums.length === 0 || sums.includes(undefined)) return { kind: 'UNKNOWN', reason: 'UNREADABLE_BALANCE' }
    return { kind: 'BALANCE', availableMinor: sums.reduce<bigint>((all, sum) => all + (sum ?? 0n), 0n) }
  }

  return { name, refusesDuplicates: true, send, status, balance }
}

/** Nothing was sent yet: only a number that is none is a decision about the payment. */
function unpredicted(answer: Answer | Lost, order: SendRequest): SendResult {
  const code = refusalOf(answer)
  if (code !== undefined) return refused(code, order)
  const result = inconclusive(answer)
  return result.kind === 'UNKNOWN' ? { kind: 'RATE_LIMITED', retryAfterMs: laterMs, reason: result.reason } : result
}

/** The reason in an answer with 400, by which all of an order is refused. */
function refusalOf(answer: Answer | Lost): string | undefined {
  if (answer.kind === 'LOST' || answer.status !== 400) return undefined
  const shape = z.union([
    z.object({ failureReason: FailureReason }).transform((body) => body.failureReason),
    FailureReason,
  ])
  return shape.safeParse(answer.json).data?.failureCode
}

/** What was refused was not taken on. Of a repeat that proves nothing: the first one may be paid. */
function refused(code: string, { earlierSends }: SendRequest): SendResult {
  if (code === saysNothing) return { kind: 'UNKNOWN', reason: saysNothing }
  if (code === laterOn) return { kind: 'RATE_LIMITED', retryAfterMs: laterMs, reason: laterOn }
  if (earlierSends > 0) return { kind: 'UNKNOWN', reason: 'REPEAT_REFUSED' }
  return { kind: 'FAILED_DEFINITE', code }
}

function outcomeOf(payout: Payout, clientRef: string): StatusResult {
  const { payoutId, status, amount, currency, recipient, providerTransactionId, failureReason } = payout
  if (payoutId !== clientRef) return { kind: 'UNKNOWN', reason: 'OTHER_REFERENCE' }
  if (underWay.has(status)) return { kind: 'ACCEPTED', providerRef: undefined }
  if (status === 'FAILED') {
    const code = failureReason?.failureCode ?? 'UNSPECIFIED_FAILURE'
    return code === saysNothing ? { kind: 'UNKNOWN', reason: saysNothing } : { kind: 'FAILED_DEFINITE', code }
  }
  if (status !== 'COMPLETED') return { kind: 'UNKNOWN', reason: 'UNREADABLE_STATUS' }
  const amountMinor = toMinor(amount, currency)
  if (amountMinor === undefined) return { kind: 'UNKNOWN', reason: 'UNREADABLE_AMOUNT' }
  const { phoneNumber, provider } = recipient.accountDetails
  // Two operators may give out the same number.
  const providerRef = providerTransactionId ? `${provider}/${providerTransactionId}` : payoutId
  return { kind: 'SUCCEEDED', providerRef, amountMinor, currency, msisdn: `+${phoneNumber.replace(/\D/g, '')}` }
}

/** `500.00` → `500`, `75.50` → `75.5`. */
function shortest(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}
