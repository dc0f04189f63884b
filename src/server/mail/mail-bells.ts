/** The bell by mail: looks at it for each member of staff who wants to hear of it. */
import { sql } from 'kysely'
import { type MailChoice, mailDue } from '#domain/people/mail.ts'
import { readBell } from '../bell/read-bell.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { admitAsker } from '../jobs/asker.ts'
import type { Services } from '../services.ts'
import { enterMail } from './outbox.ts'

/** Between two looks for one person. */
const restMinutes = 5
const atOnce = 500

interface Reader {
  id: number
  choice: MailChoice
  lastLook: string | null
  lastDaily: string | null
  now: string
}

/** A chore of the worker (jobs/worker.ts). */
export async function mailBells(services: Services): Promise<void> {
  if (!services.settings.mail) return
  const { db } = services.database
  for (const { id } of await due(db)) await inTransaction(db, (tx) => lookFor(tx, services, id))
}

const wants = sql`p.admin_type = 'ADMIN' and p.status = 'ACTIVE' and not p.must_change_password and p.email <> ''
  and p.mail_choice <> 'NEVER' and (m.at is null or m.at < now() - make_interval(mins => ${restMinutes}))`

async function due(db: Db): Promise<{ id: number }[]> {
  const rows = await rowsOf<{ id: number }>(db)`
    select p.id from person p left join person_mark m on m.person_id = p.id and m.mark = 'mail'
    where ${wants} order by m.at nulls first limit ${atOnce}`
  return rows
}

/** Another process that looks at the same moment finds the person taken. */
async function lookFor(db: Db, services: Services, id: number): Promise<void> {
  const rows = await rowsOf<Reader>(db)`
    select p.id, p.mail_choice as choice, m.at as "lastLook", d.at as "lastDaily", now() as now
    from person p left join person_mark m on m.person_id = p.id and m.mark = 'mail'
      left join person_mark d on d.person_id = p.id and d.mark = 'mail.daily'
    where p.id = ${id} and ${wants} for no key update of p skip locked`
  const [reader] = rows
  if (!reader) return
  const { entries, jobs, seenAt } = await readBell(db, await admitAsker(db, id, 'session'))
  const ended = jobs.flatMap(({ finishedAt }) => (finishedAt === null ? [] : [finishedAt]))
  const since = (reader.choice === 'DAILY' ? reader.lastDaily : reader.lastLook) ?? reader.now
  const news = ended.filter((at) => at > since)
  const [newest] = news.sort().reverse()
  const waiting = newest === undefined ? entries : [...entries, { kind: 'jobs', n: news.length, at: newest }]
  const found = mailDue({ ...reader, waiting, seenAt })
  if (found.entries.length > 0)
    await enterMail(db, services, [id], {
      kind: 'WAITING',
      about: { entries: found.entries.map(({ kind, n }) => ({ kind, n })) },
    })
  for (const mark of found.isDaily || reader.lastLook === null ? ['mail', 'mail.daily'] : ['mail'])
    await sql`insert into person_mark (person_id, mark, at) values (${id}, ${mark}, now())
      on conflict (person_id, mark) do update set at = excluded.at`.execute(db)
}
