/**
 * Sign-on by a provider of OpenID Connect: the way there, back, and out of it. What comes back is a token in a cookie of this
 * browser, by which the sign-in page opens the session.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '#domain/brand.ts'
import { signOn } from '#contract/sign-on.ts'
import { wordIn } from '#words/texts.ts'
import { writeAudit } from '../../audit.ts'
import { AppError } from '../../errors.ts'
import { cookiesOf } from '../../http/call.ts'
import { on } from '../../http/context.ts'
import { hashToken } from '../../http/session.ts'
import { escapedHtml } from '../../plain-page.ts'
import type { Services } from '../../services.ts'
import { answerPages } from './answer-pages.ts'
import { getCredentials, useCredentials } from './credentials.ts'
import { proofOf } from './proof.ts'
import { meetPerson, readSignOn, signOnCookie, useSignOn } from './sign-on-account.ts'
import { beginWay, carriedIn, endWay, wayOut } from './sign-on-provider.ts'
import { enter, meetGuesser } from './sign-in.ts'
import { forgiveAttempts, noteAttempt } from './throttle.ts'

const wayCookie = 'canvass_sign_on_way'
const tenMinutes = 10 / 1440

type WayRequest = FastifyRequest<{ Params: { provider: string }; Querystring: Record<string, unknown> }>

/** `brand`: what the house is called, at each visit. */
export function serveSignOn(server: FastifyInstance, services: Services, brand: () => Promise<Brand>): void {
  const { settings, database } = services
  const path = '/api/v1/auth/sign-on/:provider'
  const root = `${settings.publicUrl ?? ''}${settings.basePath}`
  const page = answerPages(brand, 'login.title', (locale) => {
    const title = escapedHtml(wordIn(locale, 'login.title') ?? '')
    return `<p><a href="${settings.basePath}/login?lang=${locale}">${title}</a></p>`
  })

  function providerOf({ params }: WayRequest, reply: FastifyReply) {
    const provider = settings.signOn.find(({ name }) => name === params.provider)
    if (!provider) throw new AppError('NOT_FOUND')
    const back = `${root}${path.replace(':provider', provider.name)}/back`
    return { provider, back, cookies: cookiesOf(reply.request, reply, settings) }
  }

  const go = page(async (request: WayRequest, _, reply) => {
    const { provider, back, cookies } = providerOf(request, reply)
    const carried = (request.url.split('?')[1] ?? '').slice(0, 1500)
    const { url, secret } = await beginWay(provider, back, carried, settings.sessionAbsoluteHours)
    cookies.set(wayCookie, secret, { days: tenMinutes, sameSite: 'Lax' })
    return url.href
  })

  const back = page(
    async (request: WayRequest, locale, reply) => {
      const { provider, back: address, cookies } = providerOf(request, reply)
      const secret = cookies.get(wayCookie)
      // A way is gone once. Each counts by itself, and all of them for their address.
      cookies.set(wayCookie, '-', { days: 0, sameSite: 'Lax' })
      const guesser = { username: `sign-on ${hashToken(secret ?? '').toString('hex')}`, address: request.ip }
      await noteAttempt(database.db, guesser)
      const visit = { requestId: request.id, address: request.ip }
      const came = new URL(`?${request.url.split('?')[1]}`, address)
      const met = await endWay(provider, came, secret)
        .then((claims) => meetPerson(database.db, { provider, claims, locale, ...visit }))
        .catch(async (error: AppError) => {
          const after = { code: error.code, provider: provider.title }
          request.log.warn({ err: error.cause, ...after }, 'a sign-on failed')
          await writeAudit(database.db, [{ action: 'auth.refused', subjectType: 'person', after }], {
            actorId: 0,
            ...visit,
          })
          throw error
        })
      await forgiveAttempts(database.db, guesser)
      cookies.set(signOnCookie, met.token, { days: tenMinutes })
      if (!met.isLinked) throw new AppError('SIGN_ON_LINK')
      return `${settings.basePath}/login?${carriedIn(request.query['state'])}&signOn`
    },
    ({ query }) => new URLSearchParams(carriedIn(query['state'])).get('lang'),
  )

  const out = page(async (request: WayRequest, _, reply) => {
    const url = await wayOut(providerOf(request, reply).provider, `${root}/login`).catch(() => undefined)
    return url?.href ?? `${root}/login`
  })

  server.get(path, go)
  server.get(`${path}/back`, back)
  server.get(`${path}/out`, out)
}

export const signOnRoute = on(signOn.enter, async (context) => {
  const { body, db, cookies, services } = context
  const token = cookies.get(signOnCookie)
  const { personId, issuer, hasFactor, provenAt } = await readSignOn(db, token)
  const provider = services.settings.signOn.find((each) => each.issuer === issuer)
  const account = await getCredentials(db, personId)
  if (!provider || !account) throw new AppError('STEP_EXPIRED')
  return enter(context, personId, {
    guesser: await meetGuesser(context, account.username, personId),
    provider,
    provenAt,
    proof: async (tx) => (hasFactor ? undefined : proofOf(tx, personId, body)),
    async use(tx) {
      await useSignOn(tx, token)
      if (!(await useCredentials(tx, account))) throw new AppError('STEP_EXPIRED')
    },
  })
})
