/**
 * npm run audit:verify
 * Computes every sealed block of the trail again and names the first one that is not as it was sealed. Exit code 1 then.
 */
import { type AuditProof, verifyAudit } from '#server/logs/verify-audit.ts'
import { checkDatabase } from './check-database.ts'

const reasons = {
  ROWS: 'rows of it are missing',
  HASH: 'a row of it, or the block itself, was changed',
  CHAIN: 'it does not follow from the block before it',
  UNKNOWN_ROWS: 'rows were added to the trail after it was sealed, or blocks are missing',
  ERASED: 'details of it are gone that no erasure removed',
}

function report({ blocks, rows, head, unsealed, broken }: AuditProof): number {
  console.log(`${blocks} blocks with ${rows} rows are as they were sealed, ${unsealed} rows wait to be sealed.`)
  if (head) console.log(`Head: ${head}`)
  if (!broken) return 0
  console.log(`BROKEN${broken.block === undefined ? '' : `: block ${broken.block}`}: ${reasons[broken.reason]}`)
  return 1
}

await checkDatabase(async (db) => report(await verifyAudit(db)))
