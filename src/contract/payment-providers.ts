/** The payment providers as records: what each serves, how it is called, and whether it is let in. */
import * as z from 'zod/mini'
import { dialectNames, providerKinds, providerName, secureAddress } from '#domain/money/payment-providers.ts'
import { phonePrefix } from '#domain/money/provider-route.ts'
import { stopKindNames } from '#domain/money/payment-stops.ts'
import { Currency } from './currency.ts'
import { endpoint, list, one } from './endpoint.ts'
import { AmountInput, Id, optionalText, text, Timestamp, Version } from './fields.ts'
import { saying, teaching } from './problems.ts'
import { BalanceRow } from './transactions.ts'

const isSecure = (value: string) => secureAddress(value) !== undefined
const Address = teaching(
  z.string().check(z.trim(), z.maxLength(500), z.refine(isSecure, { params: saying('FORMAT') })),
  { example: 'https://api.example.org/mm' },
)
const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most))

const fields = {
  baseUrl: z.optional(z.nullable(Address)),
  /** Our paying account there; `{currency}` in it is replaced by the currency. */
  accountId: optionalText(200),
  /** Empty: all. */
  currencies: z.optional(z.array(Currency).check(z.maxLength(50))),
  /** How the phones begin that it pays to; empty: all. */
  prefixes: z.optional(
    z.array(teaching(z.string().check(z.regex(phonePrefix)), { example: '+25884' })).check(z.maxLength(200)),
  ),
  /** The lower comes first. */
  priority: z.optional(whole(1, 1000)),
  /** What cashing out costs the payee, up to each amount, above the band before: it is paid on top. Above the last band: nothing. */
  charges: z.optional(
    z.array(z.strictObject({ currency: Currency, upTo: AmountInput, charge: AmountInput })).check(z.maxLength(200)),
  ),
  refusesDuplicates: z.optional(z.boolean()),
  tellsBalance: z.optional(z.boolean()),
  /** Before a payment is sent, it is asked for the name behind the phone. */
  tellsNames: z.optional(z.boolean()),
  /** Sendings of each process; null: as many as it takes. */
  perSecond: z.optional(z.nullable(whole(1, 1000))),
  leaseSeconds: z.optional(z.nullable(whole(30, 600))),
  visibilitySeconds: z.optional(z.nullable(whole(30, 86_400))),
}

export const ProviderRow = z.object({
  id: Id,
  name: z.string(),
  title: z.string(),
  kind: z.enum(providerKinds),
  /** SETTINGS: of the operator alone. */
  origin: z.enum(['PEOPLE', 'SETTINGS']),
  dialect: z.nullable(z.enum(dialectNames)),
  baseUrl: z.nullable(z.string()),
  accountId: z.nullable(z.string()),
  currencies: z.array(z.string()),
  prefixes: z.array(z.string()),
  priority: z.int(),
  charges: z.array(z.object({ currency: z.string(), upTo: z.string(), charge: z.string() })),
  refusesDuplicates: z.boolean(),
  tellsBalance: z.boolean(),
  tellsNames: z.boolean(),
  perSecond: z.nullable(z.int()),
  leaseSeconds: z.nullable(z.int()),
  visibilitySeconds: z.nullable(z.int()),
  /** New payments go through it. */
  enabled: z.boolean(),
  version: Version,
  /** Which are set, never what they are. */
  credentials: z.array(z.object({ name: z.string(), setAt: Timestamp })),
  /** Why nothing is sent to it now. */
  stops: z.array(z.enum(stopKindNames)),
  /** Payments that wait to be sent. */
  waiting: z.int(),
  balances: z.array(BalanceRow),
})
export type ProviderRow = z.output<typeof ProviderRow>

const reads = ['payments.read', 'settings.write'] as const

export const paymentProviders = {
  list: endpoint({
    route: 'GET /payment-providers',
    access: reads,
    summary: 'List the payment providers, in the order in which payments choose among equals',
    reply: list(ProviderRow),
  }),
  get: endpoint({
    route: 'GET /payment-providers/{id}',
    access: reads,
    summary: 'One payment provider',
    reply: one(ProviderRow),
  }),
  create: endpoint({
    route: 'POST /payment-providers',
    access: 'settings.write',
    summary: 'Enter a payment provider; no payment goes through it until it is switched on',
    body: z.strictObject({
      /** In the books, for ever. */
      name: teaching(z.string().check(z.trim(), z.regex(providerName)), { example: 'mpesa-mz' }),
      title: text(100),
      /** API unless said: FILE is paid by files that people take there. */
      kind: z.optional(z.enum(['API', 'FILE'])),
      /** Of an API. */
      dialect: z.optional(z.enum(dialectNames)),
      ...fields,
    }),
    reply: one(ProviderRow),
    status: 201,
  }),
  update: endpoint({
    route: 'PUT /payment-providers/{id}',
    access: 'settings.write',
    transaction: 'none',
    summary: 'Change a payment provider or switch it on or off; two people confirm a new address or account',
    body: z.strictObject({
      version: z.optional(Version),
      title: z.optional(text(100)),
      ...fields,
      enabled: z.optional(z.boolean()),
    }),
    sentBack: ProviderRow,
    reply: one(ProviderRow),
  }),
  setCredentials: endpoint({
    route: 'POST /payment-providers/{id}/credentials',
    access: 'settings.write',
    transaction: 'none',
    summary: 'Replace all that lets us in at a payment provider; no call ever answers it',
    body: z.strictObject({
      credentials: z.record(text(40), text(4000)),
    }),
    reply: one(ProviderRow),
  }),
  test: endpoint({
    route: 'POST /payment-providers/{id}/test',
    access: 'settings.write',
    transaction: 'none',
    summary: 'Ask a payment provider whether it is there and lets us in; no money moves',
    /** A code of what is wrong; null: it is well. */
    reply: one(z.object({ code: z.nullable(z.string()), milliseconds: z.int() })),
  }),
}
