/** Pages that the server writes itself for people who are about to sign in, without a script, so that they open anywhere. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Brand, noBrand } from '#domain/brand.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { defaultLocale, isLocale, type Locale } from '#domain/text/locale.ts'
import { wordIn } from '#words/texts.ts'
import { refusalOf } from '../../http/failure.ts'
import { escapedHtml, plainPage, plainPolicy } from '../../plain-page.ts'

export interface Answer {
  status?: number
  locale: Locale
  title: string
  /** HTML. */
  body: string
}

/**
 * Every refusal is a page too, in the language of its reader: `titleId` names its title, `again` is the HTML of what to do
 * next. An answer that is a text is the address to go to; `langOf` tells the language that was asked for.
 */
export function answerPages(
  brand: () => Promise<Brand>,
  titleId: string,
  again: (locale: Locale, code: ErrorCode) => string,
) {
  async function send(reply: FastifyReply, { status = 200, locale, title, body }: Answer): Promise<FastifyReply> {
    const { name } = await brand().catch(() => noBrand)
    const head = `<nav><strong>${escapedHtml(name ?? 'Canvass')}</strong></nav>`
    const page = plainPage({ language: locale, title: escapedHtml(title), body: `${head}<main>${body}</main>` })
    void reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    void reply.header('content-security-policy', `${plainPolicy}; form-action 'self'`)
    return reply.status(status).type('text/html; charset=utf-8').send(page)
  }

  return function page<R extends FastifyRequest>(
    answer: (request: R, locale: Locale, reply: FastifyReply) => Promise<Answer | string>,
    langOf: (request: R) => unknown = ({ query }) => (query as { lang?: unknown }).lang,
  ) {
    return async (request: R, reply: FastifyReply) => {
      const lang = langOf(request)
      const locale = typeof lang === 'string' && isLocale(lang) ? lang : defaultLocale
      void reply.header('cache-control', 'no-store')
      try {
        const made = await answer(request, locale, reply)
        return await (typeof made === 'string' ? reply.redirect(made) : send(reply, made))
      } catch (error) {
        const refusal = refusalOf(error)
        if (!refusal) throw error
        const { code, status, details } = refusal
        if (details.retryAfterSeconds !== undefined) void reply.header('retry-after', details.retryAfterSeconds)
        const title = wordIn(locale, titleId) ?? ''
        const why = escapedHtml(wordIn(locale, `errors.${code}`) ?? code)
        const body = `<h1>${escapedHtml(title)}</h1><p role="alert">${why}</p>${again(locale, code)}`
        return send(reply, { status, locale, title, body })
      }
    }
  }
}
