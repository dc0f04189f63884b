/** What a member of staff hears by mail. */
import * as z from 'zod/mini'
import { mailChoices } from '#domain/people/mail.ts'
import { endpoint, one } from './endpoint.ts'

export const MailWish = z.object({
  /** Whether this house sends mail. */
  isOn: z.boolean(),
  email: z.nullable(z.string()),
  /** `AT_ONCE`: whatever comes; `DAILY`: in one mail a day, and troubles at once; `NEVER`: only what is about the account. */
  choice: z.enum(mailChoices),
})
export type MailWish = z.output<typeof MailWish>

export const mail = {
  get: endpoint({
    route: 'GET /account/mail',
    access: 'session',
    summary: 'What the caller hears by mail',
    reply: one(MailWish),
  }),
  choose: endpoint({
    route: 'PUT /account/mail',
    access: 'session',
    summary: 'Choose when to hear by mail what waits: at once, daily or never',
    body: z.strictObject({ choice: MailWish.shape.choice }),
    sentBack: MailWish,
    reply: one(MailWish),
  }),
}
