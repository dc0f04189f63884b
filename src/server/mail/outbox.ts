/** Mail to members of staff, written down in the transaction of what it tells of, and sent later (send-mail.ts). */
import type { ErrorCode } from '#domain/errors.ts'
import type { FactorWay } from '#domain/people/second-factor.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import type { Services } from '../services.ts'

/** Each kind of mail with what it tells. */
export interface MailAbout {
  INVITATION: null
  RESET: null
  DEVICE: { address: string; userAgent: string }
  /** `name`: what the owner calls a passkey. */
  FACTOR: { deed: 'ADDED' | 'REMOVED' | 'LINKED'; kind: FactorWay | 'SIGN_ON'; name: string }
  FILE: { jobId: number; name: string; error: ErrorCode | null }
  WAITING: { entries: { kind: string; n: number }[] }
}
export type MailKind = keyof MailAbout

/**
 * Writes a mail to each of these people who may sign in and has an address. The answer has the addresses; it is empty in a
 * house without mail. An invitation or a reset that waits already is not written again.
 */
export async function enterMail<K extends MailKind>(
  db: Db,
  { settings }: Pick<Services, 'settings'>,
  people: readonly number[],
  { kind, about }: { kind: K; about: MailAbout[K] },
): Promise<string[]> {
  if (!settings.mail) return []
  const rows = await rowsOf<{ email: string }>(db)`
    with those as (
      select id, email from person
      where id = any(${people}) and admin_type = 'ADMIN' and status = 'ACTIVE' and email <> ''
    ), entered as (
      insert into mail (person_id, kind, about) select id, ${kind}, ${JSON.stringify(about && { ...about, at: new Date().toISOString() })} from those
      where ${kind} not in ('INVITATION', 'RESET')
        or not exists (select from mail m where m.person_id = those.id and m.kind = ${kind})
    ) select email from those`
  return rows.map(({ email }) => email)
}
