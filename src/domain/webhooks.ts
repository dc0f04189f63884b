/** What other systems can be told of, and where. */
import { secureAddress } from './money/payment-providers.ts'

/** A receiver chooses among them; the triggers of `law/tell_webhooks.sql` tell them. */
export const webhookEvents = [
  'response.received',
  'response.returned',
  'response.approved',
  'response.rejected',
  'response.edited',
  'response.reopened',
  'survey.published',
  'survey.closed',
  'payment.paid',
  'payment.failed',
  'payment.incident',
  'job.done',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Sent on demand alone. */
export const testEvent = 'webhook.test'

export const deliveryStates = ['WAITING', 'DELIVERED', 'FAILED'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** A receiver that takes nothing for so long is paused until a person resumes it. */
export const pausedAfterHours = 24

/**
 * Why nothing is sent to an address. `hosts`: names, addresses and `*.example.org`, as the operator set them. It is https, or
 * http on this machine.
 */
export function receiverProblem(address: string, hosts: readonly string[]): 'FORMAT' | 'HOST_NOT_ALLOWED' | undefined {
  const parsed = URL.parse(address)
  if (!parsed || parsed.username !== '' || parsed.password !== '' || !secureAddress(parsed.origin)) return 'FORMAT'
  const host = hostOf(parsed)
  const isNamed = (name: string) => (name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name)
  return hosts.some(isNamed) ? undefined : 'HOST_NOT_ALLOWED'
}

/** An address of IPv6 without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}
