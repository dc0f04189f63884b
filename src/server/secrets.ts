/**
 * Secrets of other systems that we have to tell them again: sealed by AES-256-GCM with a key that is not in the database, so
 * that no copy of it opens them. The key is `SECRETS_KEY`, else a file of the data folder.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from './settings.ts'

const cipher = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]
const keyFile = 'secrets.key'

type KeySettings = Pick<Settings, 'secretsKey' | 'dataDir'>

/** `place` names what it belongs to: it opens nowhere else. */
export function seal(settings: KeySettings, text: string, place: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, keyOf(settings), nonce).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
  return Buffer.concat([nonce, sealing.getAuthTag(), sealed])
}

/** Throws for what another key or another place sealed. */
export function unseal(settings: KeySettings, sealed: Buffer, place: string): string {
  const [nonce, rest] = [sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes)]
  const opening = createDecipheriv(cipher, keyOf(settings), nonce, { authTagLength: tagBytes })
  opening.setAAD(Buffer.from(place)).setAuthTag(rest.subarray(0, tagBytes))
  return Buffer.concat([opening.update(rest.subarray(tagBytes)), opening.final()]).toString('utf8')
}

function keyOf({ secretsKey, dataDir }: KeySettings): Buffer {
  if (secretsKey) return secretsKey
  const file = join(dataDir, keyFile)
  try {
    writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file)
}
