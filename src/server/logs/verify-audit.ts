/**
 * Proves the sealed trail: every block is computed again from its rows. The SQL is its own, so functions of the
 * database that an attacker changed have no say.
 */
import { createHash } from 'node:crypto'
import { type Db, rowsOf } from '../db/pool.ts'

export interface AuditProof {
  /** Good blocks, and the rows in them. */
  blocks: number
  rows: number
  /** Hash of the last good block, in hex: kept elsewhere, it proves that the end of the chain is still there. */
  head: string
  /** Rows that wait for the next block. */
  unsealed: number
  /** The first thing that is not as it was sealed. */
  broken?:
    | { block: number; reason: 'ROWS' | 'HASH' | 'CHAIN' }
    | { block: undefined; reason: 'UNKNOWN_ROWS' | 'ERASED' }
}

interface Block {
  id: number
  n: number
  total: number
  previous: Buffer
  hash: Buffer
  /** The hash's input besides the rows. */
  facts: string
  found: number
  rowsHash: Buffer
}

async function nextBlock(db: Db, after: number): Promise<Block | undefined> {
  const rows = await rowsOf<Block>(db)`
    select b.id, b.n, b.total, b.previous, b.hash, concat_ws('|', b.ids, b.n, b.total, b.to_xid, b.after_id) as facts,
      r.found, sha256(coalesce(r.hashes, ''::bytea)) as "rowsHash"
    from (select * from audit_block where id > ${after} order by id limit 1) b, lateral (
      select count(*) as found, string_agg(sha256(convert_to(jsonb_build_array(a.id,
        (extract(epoch from a.at) * 1000000)::bigint, a.xid::text, a.actor_id, a.action, a.subject_type, a.subject_id,
        encode(coalesce(a.erased, sha256(convert_to(jsonb_build_array(a.salt, a.before, a.after, a.address)::text, 'UTF8'))), 'hex'),
        a.request_id)::text, 'UTF8')), ''::bytea order by a.id) as hashes
      from unnest(b.ids) part join audit a on a.id >= lower(part) and a.id < upper(part)
    ) r`
  return rows[0]
}

export interface VerifyOptions {
  /** The last block that is known to be good; 0: none. */
  after?: number
  /** No block is begun when so many ms have passed. */
  withinMs?: number
}

/** With `withinMs` the proof may end early: `next` is then the block to go on after, and `unsealed` is not counted. */
export async function verifyAudit(
  db: Db,
  { after = 0, withinMs = Infinity }: VerifyOptions = {},
): Promise<AuditProof & { next?: number }> {
  const proof = { blocks: 0, rows: 0, head: '', unsealed: 0 }
  const start = performance.now()
  let { hash: previous, total } = await sealedUpTo(db, after)
  for (let block = await nextBlock(db, after); block; block = await nextBlock(db, block.id)) {
    const reason = breakOf(block, previous, total)
    if (reason) return { ...proof, broken: { block: block.id, reason } }
    previous = block.hash
    proof.blocks += 1
    proof.rows += block.n
    total += block.n
    proof.head = block.hash.toString('hex')
    if (performance.now() - start > withinMs) return { ...proof, next: block.id }
  }
  const { unsealed, unknown } = await countOutside(db)
  proof.unsealed = unsealed
  if (await hasLostMore(db)) return { ...proof, broken: { block: undefined, reason: 'ERASED' } }
  return unknown === 0 ? proof : { ...proof, broken: { block: undefined, reason: 'UNKNOWN_ROWS' } }
}

/** The state of the chain after a block. */
async function sealedUpTo(db: Db, block: number): Promise<{ hash: Buffer; total: number }> {
  const rows = await rowsOf<{ hash: Buffer; total: number }>(db)`
    select hash, total from audit_block where id = ${block}`
  return rows[0] ?? { hash: Buffer.alloc(0), total: 0 }
}

function breakOf(block: Block, previous: Buffer, total: number): 'ROWS' | 'HASH' | 'CHAIN' | undefined {
  if (!block.previous.equals(previous) || block.total !== total + block.n) return 'CHAIN'
  if (block.found !== block.n) return 'ROWS'
  const hash = createHash('sha256').update(previous).update(block.rowsHash).update(block.facts).digest()
  return hash.equals(block.hash) ? undefined : 'HASH'
}

/** Rows in no block: those that came after the last one, and those that were put in later as if they were old. */
async function countOutside(db: Db): Promise<{ unsealed: number; unknown: number }> {
  const rows = await rowsOf<{ unsealed: number; unknown: number }>(db)`
    with last as (select to_xid, after_id from audit_block order by id desc limit 1)
    select count(*) filter (where a.xid > last.to_xid or last.to_xid is null) as unsealed,
      count(*) filter (where a.xid <= last.to_xid)
        - coalesce((select sum(n) from audit_block b where b.after_id = last.after_id), 0)::bigint as unknown
    from (select 1) one left join last on true
      left join audit a on a.id > coalesce(last.after_id, 0)
    group by last.to_xid, last.after_id`
  return rows[0] ?? { unsealed: 0, unknown: 0 }
}

/** Whether more rows are without their details than erasures say on the trail, which is sealed itself. */
async function hasLostMore(db: Db): Promise<boolean> {
  const rows = await rowsOf<{ more: boolean }>(db)`
    select count(*) filter (where erased is not null) > coalesce(sum((after ->> 'trail')::int) filter (where action = 'erasures.erase'), 0) as more
    from audit where erased is not null or action = 'erasures.erase'`
  return rows[0]?.more ?? false
}
