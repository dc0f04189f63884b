/** Webhooks: other systems that are told of what happens here, and the log of what each was sent. */
import * as z from 'zod/mini'
import { deliveryStates, testEvent, webhookEvents } from '#domain/webhooks.ts'
import { endpoint, list, one } from './endpoint.ts'
import { Id, Named, pageFields, recordFields, text, Timestamp, Version } from './fields.ts'
import { filterWords } from './filters.ts'
import { chosenRows } from './resource.ts'

const Event = z.enum(webhookEvents)

export const Webhook = z.object({
  ...recordFields,
  name: z.string(),
  url: z.string(),
  events: z.array(Event),
  /** Null: all surveys, and what belongs to none. */
  surveyIds: z.nullable(z.array(Id)),
  /** Responses come with their answers, else with their ids alone. */
  withAnswers: z.boolean(),
  /** Who saved it last: answers come as far as this person may see them. Null when the account is gone: none come. */
  rightsOf: z.nullable(Named),
  /** Since when it takes nothing. */
  failingSince: z.nullable(Timestamp),
  /** Nothing is sent until a person resumes it; what happens meanwhile waits. */
  pausedAt: z.nullable(Timestamp),
  waiting: z.int(),
})
export type Webhook = z.output<typeof Webhook>

const fields = {
  name: text(100),
  url: text(2000),
  events: z.array(Event).check(z.minLength(1), z.maxLength(webhookEvents.length)),
  surveyIds: z.optional(z.nullable(z.array(Id).check(z.minLength(1), z.maxLength(1000)))),
  withAnswers: z.optional(z.boolean()),
}

/** With what signs its messages, shown this once: `whsec_` and 32 bytes in base64. */
const WithSecret = z.extend(Webhook, { secret: z.string() })

export const Delivery = z.object({
  id: Id,
  webhookId: Id,
  webhookName: z.string(),
  /** The `webhook-id` of each of its tries. */
  message: z.string(),
  event: z.enum([...webhookEvents, testEvent]),
  /** The ids that it names. */
  about: z.record(z.string(), z.unknown()),
  at: Timestamp,
  state: z.enum(deliveryStates),
  tries: z.int(),
  /** Of one that waits. */
  nextAt: z.nullable(Timestamp),
  /** Of the latest try: what went wrong, the status and the beginning of its answer, and how long it took. */
  code: z.nullable(z.string()),
  status: z.nullable(z.int()),
  answer: z.nullable(z.string()),
  milliseconds: z.nullable(z.int()),
})
export type Delivery = z.output<typeof Delivery>

export const deliveryFilters = {
  webhookId: { kind: 'record', of: 'webhooks' },
  event: { kind: 'oneOf', values: [...webhookEvents, testEvent] },
  state: { kind: 'oneOf', values: deliveryStates },
  at: { kind: 'day' },
} as const
export const DeliveryFilter = z.strictObject(filterWords(deliveryFilters))

const access = 'settings.write' as const
const Replayed = z.object({ replayed: z.int() })

export const webhooks = {
  list: endpoint({
    route: 'GET /webhooks',
    access,
    summary: 'The receivers of webhooks, and the hosts that the operator allows',
    reply: list(Webhook, z.object({ hosts: z.array(z.string()) })),
  }),
  create: endpoint({
    route: 'POST /webhooks',
    access,
    summary: 'Enter a receiver; the answer has its secret, this once',
    body: z.strictObject(fields),
    reply: one(WithSecret),
    status: 201,
    secret: true,
  }),
  update: endpoint({
    route: 'PUT /webhooks/{id}',
    access,
    summary: 'Change, pause or resume a receiver; its answers come by the rights of the caller from then on',
    body: z.extend(z.partial(z.strictObject(fields)), {
      version: z.optional(Version),
      paused: z.optional(z.boolean()),
    }),
    sentBack: Webhook,
    reply: one(Webhook),
  }),
  remove: endpoint({
    route: 'DELETE /webhooks/{id}',
    access,
    summary: 'Remove a receiver with its log and what waits for it',
    reply: one(Webhook),
  }),
  rotate: endpoint({
    route: 'POST /webhooks/{id}/secret',
    access,
    summary: 'Give a receiver a new secret, shown this once; the one before signs too for a day',
    reply: one(WithSecret),
    secret: true,
  }),
  test: endpoint({
    route: 'POST /webhooks/{id}/test',
    access,
    summary: 'Send a receiver an event that tells nothing; the log has its answer',
    reply: one(Webhook),
  }),
  /**
   * Of all surveys, also of those that the reader may not open: it names them by their ids alone, and a person who looks
   * after a receiver has to see all that it did not take.
   */
  deliveries: endpoint({
    route: 'GET /webhooks/deliveries',
    access,
    summary: 'What receivers were sent, newest first',
    query: z.extend(DeliveryFilter, pageFields),
    reply: list(Delivery),
  }),
  replay: endpoint({
    route: 'POST /webhooks/deliveries/replay',
    access,
    summary: 'Send some again, or all that match a filter such as days; each keeps its webhook-id',
    body: chosenRows(DeliveryFilter),
    reply: one(Replayed),
  }),
}
