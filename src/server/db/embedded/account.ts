/**
 * The account that PostgreSQL runs as. It refuses root, so root hands it to an unprivileged account. That account must reach
 * all files that it touches, which a checkout in root's own home often prevents.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export interface Account {
  name: string
  uid: number
  gid: number
}

const checkout = resolve(import.meta.dirname, '../../../..')

/** The account to hand PostgreSQL to; undefined when it can run as ourselves. `preferredUid` wins if it has a name. */
export function unprivilegedAccount(preferredUid?: number): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  // A uid without a passwd entry is of no use: PostgreSQL wants to look its name up.
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n').map(parseAccount)
  const account =
    accounts.find((entry) => entry.uid === preferredUid && entry.uid > 0) ??
    accounts.find((entry) => entry.name === 'postgres') ??
    accounts.find((entry) => entry.name === 'nobody')
  if (!account) throw new Error('PostgreSQL does not run as root, and there is no account postgres or nobody to run it')
  return account
}

function parseAccount(line: string): Account {
  const [name = '', , uid, gid] = line.split(':')
  return { name, uid: Number(uid), gid: Number(gid) }
}

/** True when `account` may pass every folder down to `path` and run or enter `path` itself, judged by the mode bits. */
export function canReach(account: Account, path: string): boolean {
  let current = realpathSync(path)
  for (;;) {
    if (!mayPass(account, current)) return false
    const parent = dirname(current)
    if (parent === current) return true
    current = parent
  }
}

function mayPass(account: Account, path: string): boolean {
  const { mode, uid, gid } = statSync(path)
  if (uid === account.uid) return (mode & 0o100) !== 0
  if (gid === account.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}

/** `data` in the checkout; in /var/lib/canvass when we are root and the checkout is closed to the unprivileged account. */
export function defaultDataDir(): string {
  const inCheckout = join(checkout, 'data')
  const account = unprivilegedAccount(ownerOf(join(inCheckout, 'postgres')))
  if (!account || canReach(account, checkout)) return inCheckout
  return join('/var/lib/canvass', createHash('sha256').update(checkout).digest('hex').slice(0, 12))
}

/** The uid that owns `path`; undefined when there is no such path. */
export function ownerOf(path: string): number | undefined {
  return existsSync(path) ? statSync(path).uid : undefined
}
