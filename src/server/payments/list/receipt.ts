/** What a payee may be shown of a payment, by a link that needs no account: it is sealed, and nothing of it is stored. */
import type { FastifyInstance } from 'fastify'
import { payments } from '#contract/payments.ts'
import { toDecimal } from '#domain/money/money.ts'
import { isPaid } from '#domain/money/payment.ts'
import { dayMs } from '#domain/text/calendar.ts'
import { type Locale, locales } from '#domain/text/locale.ts'
import { wordIn } from '#words/texts.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { on } from '../../http/context.ts'
import { escapedHtml, plainPage, plainPolicy } from '../../plain-page.ts'
import { seal, unseal } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import { readRef } from '../payment-refs.ts'
import { viewerOf } from '../row-parts.ts'
import { getPayment } from './payment-list.ts'

const validDays = 30
const place = 'receipt'

export const receiptRoute = on(payments.receipt, async ({ db, params, body, actor, audit, services }) => {
  const { paymentId, status } = await getPayment(db, await readRef(db, params.id), await viewerOf(db, actor))
  if (!isPaid(status)) throw new AppError('ILLEGAL_TRANSITION')
  const until = Date.now() + validDays * dayMs
  const token = seal(services.settings, [paymentId, until, body.language].join(' '), place).toString('base64url')
  const expiresAt = new Date(until).toISOString()
  audit({ action: 'payments.receipt', subjectType: 'payable', subjectId: paymentId, after: { expiresAt } })
  return { path: `/receipt/${token}`, expiresAt }
})

export function serveReceipts(server: FastifyInstance, { settings, database }: Services): void {
  server.get<{ Params: { token: string } }>('/receipt/:token', async ({ params: { token } }, reply) => {
    const link = readLink(settings, token)
    const paid = link && (await readPaid(database.db, link.paymentId))
    return reply
      .status(paid ? 200 : 404)
      .headers({
        'content-security-policy': plainPolicy,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      .type('text/html; charset=utf-8')
      .send(paid ? receiptPage(paid, link.language) : gonePage())
  })
}

interface Link {
  paymentId: number
  language: Locale
}

/** Undefined for what was not sealed here, or is over. */
function readLink(settings: Services['settings'], token: string): Link | undefined {
  try {
    const [id, until, asked] = unseal(settings, Buffer.from(token, 'base64url'), place).split(' ')
    const language = locales.find((locale) => locale === asked)
    return language && Number(until) > Date.now() ? { paymentId: Number(id), language } : undefined
  } catch {
    return undefined
  }
}

interface Paid {
  survey: string
  amountMinor: number
  chargeMinor: number
  currency: string
  day: string
  reference: string
}

/** Undefined once the money is asked back. */
async function readPaid(db: Db, id: number): Promise<Paid | undefined> {
  const rows = await rowsOf<Paid>(db)`
    select s.title as survey, a.amount_minor as "amountMinor",
      case a.amount_minor when p.amount_minor then p.charge_minor else 0 end as "chargeMinor", a.currency, coalesce(a.provider_ref, a.client_ref::text) as reference,
      coalesce((select max(f.paid_on) from finding f where f.payable_id = p.id and f.attempt_no = a.no), (a.final_at at time zone 'UTC')::date)::text as day
    from payable p join attempt a on a.payable_id = p.id and a.state = 'SUCCESSFUL' join survey s on s.id = p.survey_id
    where p.id = ${id} and p.status = 'SUCCESSFUL'`
  return rows[0]
}

function receiptPage({ survey, amountMinor, chargeMinor, currency, day, reference }: Paid, language: Locale): string {
  const word = (key: string) => escapedHtml(wordIn(language, `receipt.${key}`) ?? key)
  const money = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'code' })
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const moneyOf = (minor: number) => money.format(toDecimal(minor, currency) as `${number}`)
  const facts = Object.entries({
    for: survey,
    amount: moneyOf(amountMinor),
    ...(chargeMinor > 0 && { charge: moneyOf(chargeMinor) }),
    day: moment.format(new Date(day)),
    reference,
  })
  const rows = facts.map(([name, value]) => `<dt>${word(name)}</dt><dd>${escapedHtml(value)}</dd>`)
  const body = `<main><h1>${word('title')}</h1><dl>${rows.join('')}</dl></main>`
  return plainPage({ language, title: word('title'), body })
}

/** Its language is in the link, which cannot be read. */
function gonePage(): string {
  const said = locales.map((locale) => `<p lang="${locale}">${escapedHtml(wordIn(locale, 'receipt.gone') ?? '')}</p>`)
  return plainPage({
    language: 'en',
    title: escapedHtml(wordIn('en', 'receipt.title') ?? ''),
    body: `<main>${said.join('')}</main>`,
  })
}
