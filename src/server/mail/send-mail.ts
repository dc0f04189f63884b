/**
 * Sends the mail that waits. A mail is claimed by moving its next try on, so that processes share the work. A process that
 * dies in between sends it again later: better twice than never.
 */
import { sql } from 'kysely'
import { createTransport, type Transporter } from 'nodemailer'
import type { Brand } from '#domain/brand.ts'
import { linkHours } from '#domain/people/mail.ts'
import { writeAudit } from '../audit.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import type { JobLog } from '../jobs/run.ts'
import { linkPath, makeLink } from '../people/sign-in/password-links.ts'
import { readBrand } from '../resources/brand.ts'
import type { Services } from '../services.ts'
import { letterOf, oneLine } from './letter.ts'
import type { MailKind } from './outbox.ts'

interface Waiting {
  id: number
  kind: MailKind
  about: unknown
  tries: number
  personId: number
  name: string
  username: string
  locale: string
  email: string
}

const atOnce = 20
const firstRestSeconds = 120
/** With rests of 2, 4, 8 … minutes: for one and a half days. */
const mostTries = 11

/** A chore of the worker (jobs/worker.ts). */
export async function sendMail(services: Services, log: JobLog): Promise<void> {
  const { mail } = services.settings
  if (!mail) return
  const { db } = services.database
  await dropForClosedAccounts(db)
  const waiting = await claim(db)
  if (waiting.length === 0) return
  const brand = await readBrand(db)
  const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
  const transport = createTransport({ ...mail.smtp, ...patience, pool: true, maxConnections: 1 })
  try {
    for (const each of waiting) {
      const trouble = await deliver(services, transport, { ...each, brand }).catch((error: unknown) => error)
      if (trouble !== undefined) await settle(services, log, each, trouble)
    }
  } finally {
    transport.close()
  }
}

async function claim(db: Db): Promise<Waiting[]> {
  const rows = await rowsOf<Waiting>(db)`
    update mail set tries = tries + 1, next_at = now() + make_interval(secs => ${firstRestSeconds} * power(2, tries))
    from person p where p.id = person_id and mail.id = any(array(
      select id from mail where next_at <= now() order by next_at limit ${atOnce} for update skip locked))
    returning mail.id, kind, about, tries, person_id as "personId", p.name, p.username, p.locale, p.email`
  return rows
}

/** An account that was suspended or lost its address hears nothing more. */
async function dropForClosedAccounts(db: Db): Promise<void> {
  await sql`delete from mail using person p where p.id = person_id and next_at <= now()
    and (p.status <> 'ACTIVE' or coalesce(p.email, '') = '')`.execute(db)
}

async function deliver(services: Services, transport: Transporter, waiting: Waiting & { brand: Brand }): Promise<void> {
  const { database, settings } = services
  const { kind, about, personId, name, username, locale, email, brand } = waiting
  const house = `${settings.publicUrl ?? ''}${settings.basePath}`
  const token = kind in linkHours ? await makeLink(database.db, personId, kind as keyof typeof linkHours) : undefined
  const link = token && `${house}${linkPath(token)}`
  const letter = letterOf({ kind, about, reader: { name: oneLine(name), username, locale }, brand, house, link })
  await transport.sendMail({
    from: { name: oneLine(brand.name ?? 'Canvass'), address: settings.mail?.from ?? '' },
    to: { name: oneLine(name), address: email },
    // No machine answers it.
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...letter,
  })
  await sql`delete from mail where id = ${waiting.id}`.execute(database.db)
}

/** A refusal for good, and the last of many tries, end the mail: the trail has them. */
async function settle({ database }: Services, log: JobLog, waiting: Waiting, trouble: unknown): Promise<void> {
  const { responseCode = 0, code = 'UNKNOWN' } = trouble as { responseCode?: number; code?: string }
  const { id, kind, tries, personId } = waiting
  log.error({ code, responseCode, kind, tries }, 'a mail was not sent')
  const isRefused = code === 'EENVELOPE' && responseCode >= 500
  if (!isRefused && tries < mostTries) return
  await inTransaction(database.db, async (db) => {
    await sql`delete from mail where id = ${id}`.execute(db)
    const entry = { action: 'people.mailFailed', subjectType: 'person', subjectId: personId, after: { kind, code } }
    await writeAudit(db, [entry], { actorId: 0, requestId: 'mail', address: 'local' })
  })
}
