/**
 * Answers that go on as server-sent events. One look for the whole process, every few seconds and while a caller follows:
 * which sessions live, and whether the database was written to at all. Only then is each person's answer made again.
 */
import { Readable } from 'node:stream'
import { type Db, rowsOf } from '../db/pool.ts'
import { AppError } from '../errors.ts'

export const eventStream = 'text/event-stream'

interface Person {
  id: number
  permissions: ReadonlySet<string>
}

export interface Followed {
  personId: number
  session: Buffer
  /** The first event: the answer that the caller has already. */
  first: unknown
  /** The answer for the person with the rights of now; those of one person are alike. */
  again: (person: Person) => Promise<unknown>
}

export interface Live {
  /** UNAVAILABLE when too many follow: a page asks now and then instead. */
  follow(followed: Followed): Readable
  /** Ends all streams. The demo's own app ends before the app of the house begins. */
  end(): void
}

interface Follower extends Followed {
  key: string
  events: Readable
  sent: string
  sentAt: number
}

interface LiveOptions {
  everyMs?: number
}

/** Each holds a connection and a descriptor. */
const mostFollowers = 400
const mostOfPerson = 20
const mostOfSession = 10
/** Proxies cut a connection on which nothing is sent; a page takes a longer silence for a broken line. */
const signOfLifeMs = 20_000
/** Some answers change by the clock alone. */
const atLeastEveryMs = 60_000
/** A reader who is so far behind has gone. */
const mostUnread = 256 * 1024

export function openLive(db: Db, settings: { sessionIdleMinutes: number }, { everyMs = 3000 }: LiveOptions = {}): Live {
  const followers = new Set<Follower>()
  let timer: NodeJS.Timeout | undefined
  let written = ''
  let readAt = 0

  function schedule(): void {
    if (!timer && followers.size > 0) timer = setTimeout(() => void look(), everyMs).unref()
  }

  async function look(): Promise<void> {
    try {
      await tellChanges()
    } catch {
      // A database that is away comes back; until then there is no news.
    }
    for (const follower of followers) if (Date.now() - follower.sentAt >= signOfLifeMs) send(follower, ':\n\n')
    timer = undefined
    schedule()
  }

  async function tellChanges(): Promise<void> {
    const { persons, state } = await readSessions(db, [...followers], settings.sessionIdleMinutes)
    const isNews = state !== written || Date.now() - readAt >= atLeastEveryMs
    const answers = new Map<number, string>()
    for (const follower of followers) {
      const person = persons.get(follower.key)
      // A session that began to follow after the look is met by the next one.
      if (person === undefined) continue
      if (person === null) end(follower)
      else if (isNews) {
        const answer = answers.get(person.id) ?? JSON.stringify(await follower.again(person))
        answers.set(person.id, answer)
        tell(follower, answer)
      }
    }
    if (!isNews) return
    written = state
    readAt = Date.now()
  }

  return {
    follow(followed) {
      const key = followed.session.toString('hex')
      const ofPerson = [...followers].filter((other) => other.personId === followed.personId)
      const ofSession = ofPerson.filter((other) => other.key === key)
      if (followers.size >= mostFollowers || ofPerson.length >= mostOfPerson || ofSession.length >= mostOfSession)
        throw new AppError('UNAVAILABLE', { retryAfterSeconds: 60 })
      const events = new Readable({ read: () => undefined })
      const follower = { ...followed, key, events, sent: '', sentAt: 0 }
      events.once('close', () => followers.delete(follower))
      followers.add(follower)
      tell(follower, JSON.stringify(followed.first))
      // The stream soon reports changes made since the first answer.
      written = ''
      schedule()
      return events
    },
    end() {
      for (const follower of followers) end(follower)
    },
  }

  function end(follower: Follower): void {
    followers.delete(follower)
    follower.events.push(null)
  }
}

function tell(follower: Follower, answer: string): void {
  if (answer === follower.sent) return
  follower.sent = answer
  send(follower, `data: ${answer}\n\n`)
}

function send(follower: Follower, text: string): void {
  if (follower.events.readableLength > mostUnread) follower.events.destroy()
  else follower.events.push(text)
  follower.sentAt = Date.now()
}

/** By session: the person with their rights, null when it is over. `state` changes with every write of the database. */
async function readSessions(db: Db, followers: readonly Follower[], idleMinutes: number) {
  const rows = await rowsOf<{ key: string; id: number | null; permissions: string[] | null; state: string }>(db)`
    select encode(asked.session, 'hex') as key, a.id, a.permissions, pg_current_snapshot()::text as state
    from (select distinct unnest(${followers.map(({ session }) => session)}::bytea[]) as session) asked
      left join lateral session_actor(asked.session, ${idleMinutes}) a on not a.must_change_password`
  const persons = new Map(
    rows.map(({ key, id, permissions }): [string, Person | null] => [
      key,
      id === null ? null : { id, permissions: new Set(permissions) },
    ]),
  )
  return { persons, state: rows[0]?.state ?? '' }
}
