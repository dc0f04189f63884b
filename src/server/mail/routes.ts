/** What a member of staff hears by mail. */
import { sql } from 'kysely'
import { type MailWish, mail } from '#contract/mail.ts'
import { type Db, rowOf } from '../db/pool.ts'
import { on } from '../http/context.ts'
import type { Services } from '../services.ts'

async function readWish(db: Db, { settings }: Services, id: number): Promise<MailWish> {
  const row = await rowOf<Omit<MailWish, 'isOn'>>(db)`select email, mail_choice as choice from person where id = ${id}`
  return { isOn: settings.mail !== undefined, ...row }
}

export const mailRoutes = [
  on(mail.get, ({ db, actor, services }) => readWish(db, services, actor.id)),
  on(mail.choose, async ({ db, actor, body, audit, services }) => {
    const before = await readWish(db, services, actor.id)
    await sql`update person set mail_choice = ${body.choice} where id = ${actor.id}`.execute(db)
    const after = { ...before, ...body }
    audit({ action: 'people.mail', subjectType: 'person', subjectId: actor.id, before, after })
    return after
  }),
]
