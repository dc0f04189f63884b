/**
 * Pages for people who have no password to sign in with: one asks for a link by mail, one takes the password that its link
 * sets. The server writes them itself, without a script, so that they open anywhere.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Brand } from '#domain/brand.ts'
import { longestPassword, shortestPassword } from '#domain/people/passwords.ts'
import { defaultLocale, isLocale, type Locale } from '#domain/text/locale.ts'
import { fillIn } from '#domain/text/fill-in.ts'
import { wordIn } from '#words/texts.ts'
import { AppError } from '../../errors.ts'
import { enterMail } from '../../mail/outbox.ts'
import { escapedHtml } from '../../plain-page.ts'
import type { Services } from '../../services.ts'
import { type Answer, answerPages } from './answer-pages.ts'
import { passByLink, readLink } from './password-links.ts'
import { noteAttempt } from './throttle.ts'

type PageRequest = FastifyRequest<{ Params: { token?: string }; Querystring: { lang?: string }; Body: unknown }>

/** `brand`: what the house is called, at each visit. */
export function servePasswordPages(server: FastifyInstance, services: Services, brand: () => Promise<Brand>): void {
  const { database, settings } = services
  const { db } = database

  const page = answerPages(brand, 'files.password.title', (locale, code) =>
    code.startsWith('LINK_')
      ? signIn(locale) + (settings.mail ? link(`/password?lang=${locale}`, word(locale, 'ask')) : '')
      : '',
  )

  const link = (path: string, text: string) => `<p><a href="${settings.basePath}${path}">${text}</a></p>`
  const signIn = (locale: string) => link(`/login?lang=${locale}`, word(locale, 'signIn'))

  const ask = page(async (_: PageRequest, locale) => {
    if (!settings.mail) throw new AppError('MAIL_OFF')
    const title = word(locale, 'ask')
    const field = `<label for="name">${word(locale, 'name')}</label>
<input id="name" name="name" autocomplete="username" autocapitalize="none" required maxlength="200">`
    const body = `<h1>${title}</h1><p>${word(locale, 'askText')}</p>${form(field, word(locale, 'send'))}`
    return { locale, title, body: body + signIn(locale) }
  })

  /** The same answer, whether there is such an account or not. */
  const asked = page(async ({ body, ip: address }: PageRequest, locale) => {
    if (!settings.mail) throw new AppError('MAIL_OFF')
    const name = fieldOf(body, 'name').trim().slice(0, 200)
    await noteAttempt(db, { username: `mail ${name}`, address })
    const { rows } = await sql<{ id: number }>`
      select id from person where admin_type = 'ADMIN' and (lower(username) = lower(${name}) or lower(email) = lower(${name}))
      limit 10`.execute(db)
    await enterMail(
      db,
      services,
      rows.map(({ id }) => id),
      { kind: 'RESET', about: null },
    )
    const title = word(locale, 'ask')
    return { locale, title, body: `<h1>${title}</h1><p role="status">${word(locale, 'sent')}</p>` }
  })

  const choose = page(async ({ params: { token = '' } }: PageRequest) => chooser(await readLink(db, token)))

  const chosen = page(async ({ params: { token = '' }, body, ip: address, id: requestId }: PageRequest) => {
    const account = await readLink(db, token)
    const { locale, username, purpose } = account
    const [password, repeated] = [fieldOf(body, 'password'), fieldOf(body, 'repeated')]
    if (password !== repeated) return chooser(account, word(locale, 'notTheSame'))
    try {
      await passByLink(db, token, password, { requestId, address })
    } catch (error) {
      const [problem] = error instanceof AppError ? (error.details.errors ?? []) : []
      if (!problem) throw error
      // Those with a limit are said by the rules themselves.
      const text = problem.code.startsWith('TOO_') ? undefined : wordIn(locale, `problems.${problem.code}`)
      return chooser(account, text === undefined ? rulesIn(locale) : escapedHtml(text))
    }
    const done = word(locale, purpose === 'INVITATION' ? 'doneFirst' : 'done')
    const said = `<p role="status">${fillIn(done, { username: escapedHtml(username) })}</p>`
    const title = word(locale, 'title')
    return { locale: known(locale), title, body: `<h1>${title}</h1>${said}${signIn(locale)}` }
  })

  // A form of a page, and nothing else, comes so; other calls do not take it.
  void server.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 8192 },
      (_, text, done) => done(null, Object.fromEntries(new URLSearchParams(text as string))),
    )
    pages.get('/password', ask)
    pages.post('/password', asked)
    pages.get('/password/:token', choose)
    pages.post('/password/:token', chosen)
  })
}

function chooser({ locale, username, name }: { locale: string; username: string; name: string }, problem = ''): Answer {
  const title = word(locale, 'title')
  const fields = `<label for="username">${escapedHtml(wordIn(locale, 'login.username') ?? '')}</label>
<input id="username" name="username" autocomplete="username" value="${escapedHtml(username)}" readonly>
${passwordField('password', locale)}${passwordField('repeated', locale)}`
  const rules = problem ? `<p role="alert">${problem}</p>` : `<p>${rulesIn(locale)}</p>`
  const body = `<h1>${title}</h1><p>${escapedHtml(name)}</p>${rules}${form(fields, word(locale, 'set'))}`
  return { locale: known(locale), title, body, ...(problem && { status: 422 }) }
}

function passwordField(id: 'password' | 'repeated', locale: string): string {
  return `<label for="${id}">${word(locale, id)}</label>
<input id="${id}" name="${id}" type="password" autocomplete="new-password" required maxlength="${longestPassword}">`
}

function rulesIn(locale: string): string {
  return fillIn(word(locale, 'rules'), { shortest: String(shortestPassword) })
}

/** It is sent where it came from. */
function form(fields: string, action: string): string {
  return `<form method="post">${fields}<button>${action}</button></form>`
}

function word(locale: string, id: string): string {
  return escapedHtml(wordIn(locale, `files.password.${id}`) ?? id)
}

function known(locale: string): Locale {
  return isLocale(locale) ? locale : defaultLocale
}

function fieldOf(body: unknown, name: string): string {
  const value = (body as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}
