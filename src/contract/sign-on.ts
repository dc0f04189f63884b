/** Sign-on by a provider of OpenID Connect, whose pages the person comes back from (server/people/sign-in/sign-on-pages.ts). */
import * as z from 'zod/mini'
import { auth } from './auth.ts'
import { endpoint } from './endpoint.ts'

export const signOn = {
  enter: endpoint({
    route: 'POST /auth/sign-on',
    access: 'public',
    transaction: 'none',
    done: 'Signed in.',
    summary: 'End a sign-on that the cookie of this browser names; SECOND_STEP_REQUIRED asks for it again with a proof',
    body: z.pick(auth.login.body, { code: true, passkey: true }),
    reply: auth.login.reply,
    secret: true,
  }),
}
