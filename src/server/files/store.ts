import { open } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { ticketSeconds } from '#contract/files.ts'
import { sniffedBytes } from '#domain/answers/attachments.ts'
import { type Db, rowOf, rowsOf } from '../db/pool.ts'
import { found } from '../db/table-store.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../errors.ts'
import type { Actor } from '../http/context.ts'
import { hashToken } from '../http/session.ts'
import type { Services } from '../services.ts'
import { stillSees, type SurveyScope } from '../scope.ts'
import type { FileStore } from './file-store.ts'

export interface StoredFile {
  sha256: Buffer
  mime: string
  name: string
}

interface NewFile extends StoredFile {
  bytes: number
  /** Null: an app without an account. */
  createdBy: number | null
  /** Whether everybody signed in may open it, or `createdBy` alone. */
  openTo: 'ALL' | 'OWNER'
  /** The user who opens the file needs one of these permissions at that moment; without the list, none. */
  needs?: readonly string[]
  /** The surveys that `createdBy` saw when it was made, where its content belongs to surveys. */
  surveys?: SurveyScope | undefined
}

/** The bytes of a file: in the spool, or at hand. */
type Bytes = { path: string } | { content: Uint8Array }

/** Takes a file in and returns its id. Its content is kept from being removed with another file that has it. */
export async function keepFile(db: Db, files: FileStore, file: NewFile & Bytes): Promise<number> {
  await lockContent(db, file.sha256)
  if ('path' in file) await files.adopt(file.path, file.sha256)
  else await files.put(file.sha256, file.content)
  const result = await sql<{ id: number }>`
    insert into file (sha256, mime, bytes, name, created_by, private, needs, surveys)
    values (${file.sha256}, ${file.mime}, ${file.bytes}, ${file.name}, ${file.createdBy}, ${file.openTo === 'OWNER'},
      ${file.needs ?? []}, ${file.surveys === undefined ? null : JSON.stringify(file.surveys)}::jsonb)
    returning id`.execute(db)
  return found(result).id
}

/** The whole content, for small files. NOT_FOUND when there is no such file. */
export async function bytesOfFile(db: Db, files: FileStore, id: number): Promise<Buffer> {
  const { sha256 } = await rowOf<{ sha256: Buffer }>(db)`select sha256 from file where id = ${id}`
  const parts: Uint8Array[] = []
  for await (const part of await files.read(sha256)) parts.push(part)
  return Buffer.concat(parts)
}

/**
 * Keeps other callers away from a content until the transaction ends. Its bytes are then not removed with one file
 * while they come in for another.
 */
async function lockContent(db: Db, sha256: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`file ${sha256.toString('hex')}`}, 0))`.execute(db)
}

/** Removes a file. Its content goes some days after the last file that has it, or at once (`clearContents`). */
export async function removeFile(db: Db, id: number, { atOnce = false } = {}): Promise<void> {
  await sql`with gone as (delete from file where id = ${id} returning sha256)
    insert into dropped_content (sha256, dropped_at) select sha256, ${atOnce ? '-infinity' : 'now'}::timestamptz from gone
    on conflict (sha256) do update set dropped_at = excluded.dropped_at`.execute(db)
}

/** Removes the contents that have had no file for so long. Any number of processes may do it at once. */
export async function clearContents({ database: { db }, files, settings }: Services): Promise<void> {
  const rows = await rowsOf<{ sha256: Buffer }>(db)`select sha256 from dropped_content
    where dropped_at <= now() - make_interval(days => ${settings.deletedFileDays}) limit 1000`
  for (const { sha256 } of rows)
    await inTransaction(db, async (tx) => {
      await lockContent(tx, sha256)
      await sql`delete from dropped_content where sha256 = ${sha256}`.execute(tx)
      const having = await sql`select from file where sha256 = ${sha256} limit 1`.execute(tx)
      if (having.rows.length === 0) await files.remove(sha256)
    })
}

type Opener = Pick<Actor, 'id' | 'permissions' | 'surveyIds'>

/**
 * NOT_FOUND when another user owns it. FORBIDDEN when it asks for a right that was lost, SCOPE_LOST when its owner has lost
 * a survey since.
 */
export async function requireFile(db: Db, fileId: number, actor: Opener): Promise<void> {
  const { needs, surveys } = await rowOf<{ needs: string[]; surveys: SurveyScope | null }>(db)`
      select needs, surveys from file where id = ${fileId} and (not private or created_by = ${actor.id})`
  const held: ReadonlySet<string> = actor.permissions
  if (needs.length > 0 && !needs.some((name) => held.has(name))) throw new AppError('FORBIDDEN', { data: { needs } })
  if (surveys !== null && !(await stillSees(db, actor, surveys))) throw new AppError('SCOPE_LOST')
}

/** Whether everybody signed in may open the file, as a logo: that they do says nothing. */
export async function isForEverybody(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from file where id = ${id} and not private and needs = '{}'`.execute(db)
  return rows.length > 0
}

/** A one-use ticket for a file that the actor may open. */
export async function issueTicket(db: Db, fileId: number, actor: Opener): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  await sql`insert into file_ticket (ticket_hash, file_id, holder_id, expires_at)
    values (${hashToken(ticket)}, ${fileId}, ${actor.id}, now() + make_interval(secs => ${ticketSeconds}))`.execute(db)
  return ticket
}

/** Takes the ticket out of use and returns its file; undefined: it was used, has expired, or its holder is suspended. */
export async function redeemTicket(db: Db, ticket: string): Promise<(StoredFile & { bytes: number }) | undefined> {
  const rows = await rowsOf<StoredFile & { bytes: number }>(db)`
    with used as (delete from file_ticket where ticket_hash = ${hashToken(ticket)} or expires_at < now() - interval '1 hour'
      returning ticket_hash, file_id, holder_id, expires_at)
    select file.sha256, file.mime, file.name, file.bytes from used join file on file.id = used.file_id
      join person on person.id = used.holder_id and person.status = 'ACTIVE'
    where used.ticket_hash = ${hashToken(ticket)} and used.expires_at > now()`
  return rows[0]
}

/** The first bytes of a file, by which its format is known. */
export async function headOf({ path }: { path: string }): Promise<Uint8Array> {
  await using handle = await open(path)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0)
  return buffer.subarray(0, bytesRead)
}
