/** When a member of staff hears by mail what the bell tells them. */
import { type BellKind, unseenOf } from './bell.ts'

export const mailChoices = ['AT_ONCE', 'DAILY', 'NEVER'] as const
export type MailChoice = (typeof mailChoices)[number]

/** Those that the house wants to hear of, whatever the hour. */
const troubles: ReadonlySet<string> = new Set<BellKind>(['desk', 'counters'])

/** The hour (UTC) from which the mail of the day is sent. */
const dailyHour = 4

interface Waiting {
  kind: string
  n: number
  /** When the newest of it came. */
  at: string
}

interface Look {
  choice: MailChoice
  /** Of the bell, and work of the person that ended. */
  waiting: readonly Waiting[]
  /** When they last opened the bell. */
  seenAt: string | null
  /** The look before this one, and the last mail of a day; null: none yet. */
  lastLook: string | null
  lastDaily: string | null
  now: string
}

/**
 * What to write now: all that waits in the mail of the day, and what is new in between. In between, `DAILY` hears of
 * troubles alone. The first look ever writes nothing.
 */
export function mailDue(look: Look): { entries: Waiting[]; isDaily: boolean } {
  const { choice, waiting, seenAt, lastLook, now } = look
  if (choice === 'NEVER' || lastLook === null) return { entries: [], isDaily: false }
  if (choice === 'DAILY' && isDailyDue(look)) return { entries: [...waiting], isDaily: true }
  const fresh = unseenOf(waiting, seenAt).filter(({ at }) => at > lastLook && at <= now)
  return { entries: fresh.filter(({ kind }) => choice === 'AT_ONCE' || troubles.has(kind)), isDaily: false }
}

function isDailyDue({ lastDaily, now }: Look): boolean {
  const due = new Date(now)
  due.setUTCHours(dailyHour, 0, 0, 0)
  if (due > new Date(now)) due.setUTCDate(due.getUTCDate() - 1)
  return lastDaily === null || lastDaily < due.toISOString()
}

/** How long a link for a password is good, in hours. */
export const linkHours = { INVITATION: 72, RESET: 1 } as const
export type LinkPurpose = keyof typeof linkHours

export interface PasswordLink {
  expiresAt: string
  endedAt: string | null
}

/** Why a link sets no password. */
export function linkRefusal(
  link: PasswordLink | undefined,
  now: string,
): 'LINK_UNKNOWN' | 'LINK_USED' | 'LINK_EXPIRED' | undefined {
  if (!link) return 'LINK_UNKNOWN'
  if (link.endedAt) return 'LINK_USED'
  return link.expiresAt <= now ? 'LINK_EXPIRED' : undefined
}
