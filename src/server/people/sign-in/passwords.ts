/** Argon2id from Node's own crypto, stored in the PHC string form: the parameters travel with each hash. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Turnstile } from '../../turnstile.ts'

const argon2Async = promisify(argon2)
/** Node has four threads for hashes and for files: half of them stay free to read files. */
const hashing = new Turnstile(2, { patienceMs: 10_000 })
const derive = (...hash: Parameters<typeof argon2Async>) => hashing.pass(() => argon2Async(...hash))

/** OWASP's first choice: 19 MiB, two passes, one lane. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1 }
const hashBytes = 32
const saltBytes = 16

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltBytes)
  const hash = await derive('argon2id', { ...parameters, message: password, nonce, tagLength: hashBytes })
  const { memory, passes, parallelism } = parameters
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(hash)}`
}

/** The hash of no password: verifying against it takes as long as against a real one. */
const nobodysHash = hashPassword(randomBytes(32).toString('hex'))

/** Whether the password is the hash's. Without a hash it takes the same time and is false. */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const parsed = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? (await nobodysHash))
  if (!parsed) return false
  const [, memory, passes, parallelism, salt = '', expected = ''] = parsed
  const wanted = Buffer.from(expected, 'base64')
  const actual = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
  })
  return typeof hash === 'string' && timingSafeEqual(actual, wanted)
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
