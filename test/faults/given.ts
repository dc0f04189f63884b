/** The product beside the provider of strangers' making: its process, its four accounts as records of ours, and our workers. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { books } from '#contract/books.ts'
import { floats } from '#contract/floats.ts'
import { paymentProviders } from '#contract/payment-providers.ts'
import { paymentStops } from '#contract/payment-stops.ts'
import { ownerUrlOf } from '#server/test/with-app.ts'
import { type StatementReport, statements } from '#contract/statements.ts'
import type { PaymentsApp } from '#server/test/with-payments.ts'
import type { Movement } from './provider/ledger.ts'

export const isLong = process.env['FAULTS'] === 'long'
export const price = 2000
export const currency = 'MZN'
/** Each has phones of its own. */
export const accounts = { oauth: '+25884', pawapay: '+25886', repeats: '+25885', desk: '+25887' } as const
export type Account = keyof typeof accounts
/** Where a repeated reference is refused, or ignored. */
export const careful: readonly Account[] = ['oauth', 'pawapay']

export interface Books {
  movements: Movement[]
  /** How often each reference was sent. */
  sendings: [string, number][]
}

export interface Stranger extends AsyncDisposable {
  url: string
  control: (weather: object) => Promise<void>
  books: () => Promise<Books>
  /** Lines of the ledger of an account, by their places. */
  statement: (account: Account, first: number, last?: number) => Promise<string>
  /** Its answer to a file. */
  desk: (file: Uint8Array) => Promise<string>
}

/** `longMs`: what takes long there. */
export async function startStranger(longMs: number): Promise<Stranger> {
  const ledger = join(mkdtempSync(join(tmpdir(), 'canvass-stranger-')), 'ledger.jsonl')
  const main = new URL('provider/main.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [main, ledger, String(longMs)], { stdio: ['pipe', 'pipe', 'inherit', 'ipc'] })
  const { stdout } = child
  if (!stdout) throw new Error('the provider does not start')
  const [port] = (await once(stdout, 'data')) as [Buffer]
  const url = `http://127.0.0.1:${port.toString().trim()}`
  const at = async (path: string, body?: string | Uint8Array): Promise<string> =>
    (await fetch(url + path, body === undefined ? {} : { method: 'POST', body: body as BodyInit })).text()
  return {
    url,
    control: async (weather) => void (await at('/control', JSON.stringify(weather))),
    books: async () => JSON.parse(await at('/ledger')) as Books,
    statement: (account, first, last) => at(`/statement?account=${account}&first=${first}&last=${last ?? ''}`),
    desk: (file) => at('/desk', file),
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

interface Pace {
  perSecond: number | null
  /** Shorter than people may enter. */
  leaseSeconds?: number
  visibilitySeconds?: number
}

/** Of a test whose seconds matter. */
export const quick: Pace = { perSecond: null, leaseSeconds: 3, visibilitySeconds: 2 }

/** Entered, let in and switched on by an administrator, and confirmed by two people; then paid for, here and there. */
export async function enterProviders(app: PaymentsApp, stranger: Stranger, cents: number, pace: Pace): Promise<void> {
  const admin = app.as(await app.given.admin({ role: 'ADMINISTRATOR' }))
  const { leaseSeconds, visibilitySeconds, perSecond } = pace
  const oauth = { clientId: 'canvass', clientSecret: 'secret' }
  const credentials = { oauth, repeats: oauth, pawapay: { token: 'pawapay-token' }, desk: undefined }
  for (const [name, prefix] of Object.entries(accounts) as [Account, string][]) {
    const secrets = credentials[name]
    const record = { name, title: name, prefixes: [prefix], currencies: [currency] }
    const how = { baseUrl: `${stranger.url}/${name}`, accountId: 'canvass', perSecond }
    const dialect = name === 'pawapay' ? 'PAWAPAY' : 'GSMA'
    const of = secrets
      ? { ...record, ...how, dialect, refusesDuplicates: name !== 'repeats', tellsNames: dialect === 'GSMA' }
      : { ...record, kind: 'FILE' }
    const { data } = await admin.call(paymentProviders.create, { body: of })
    const params = { id: data.id }
    if (secrets) await admin.call(paymentProviders.setCredentials, { params, body: { credentials: secrets } })
    await admin.call(paymentProviders.update, { params, body: { enabled: true } })
  }
  if (leaseSeconds !== undefined)
    await app.sql.owner.query(
      `alter table provider drop constraint if exists provider_pace;
       update provider set lease_seconds = ${leaseSeconds}, visibility_seconds = ${visibilitySeconds ?? leaseSeconds} where kind = 'API'`,
    )
  await confirmStops(app)
  for (const name of Object.keys(accounts) as Account[]) await deposit(app, stranger, name, cents)
}

/** Two people say that sending may go on. */
export async function confirmStops({ approver, authorizer }: PaymentsApp): Promise<void> {
  const { list } = await approver.call(paymentStops.list)
  for (const { id, people } of list.filter((stop) => stop.people === 2))
    for (const person of [approver, authorizer])
      if (people === 2) await person.call(paymentStops.confirm, { params: { id } })
}

let deposits = 0

/** The same sum in our books, by two people, and in the provider's. */
async function deposit(
  { maker, approver }: PaymentsApp,
  stranger: Stranger,
  provider: Account,
  cents: number,
): Promise<void> {
  const reference = `BANK-${provider}-${(deposits += 1)}`
  const into = { provider, currency, amount: (cents / 100).toFixed(2) }
  const day = new Date().toISOString().slice(0, 10)
  await stranger.control({ deposit: { account: provider, cents, reference } })
  const { data } = await maker.call(floats.ask, { body: { into, reference, day, note: 'Slip' } })
  await approver.call(floats.confirm, { params: { id: data.id } })
}

/** One after the other, so that a hundred of them meet each fault of the list. */
export function phonesOf(account: Account, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${accounts[account]}${String(1_000_000 + n)}`)
}

/** Of these nothing goes wrong. */
export function goodPhonesOf(account: Account, count: number, from = 0): string[] {
  return phonesOf(account, 2 * (from + count) + 100)
    .filter((phone) => Number(phone.slice(-2)) >= 50)
    .slice(from, from + count)
}

/** Given and let go by three people. */
export async function letGo(app: PaymentsApp, payees: readonly string[]): Promise<number[]> {
  const all: number[] = []
  for (let at = 0; at < payees.length; at += 5000) {
    const { ids } = await app.given.payments({ phones: payees.slice(at, at + 5000), amountMinor: price, currency })
    await app.letGo(ids)
    all.push(...ids)
  }
  return all
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** Our payment workers, each a process. */
export function ourWorkers(app: PaymentsApp) {
  const main = new URL('worker.ts', import.meta.url).pathname
  const { settings } = app.services
  const url = ownerUrlOf(app)
  const running = new Set<ChildProcess>()

  async function start(): Promise<ChildProcess> {
    const env = { ...process.env, NODE_COMPILE_CACHE: join(settings.dataDir, 'compiled') }
    const child = fork(main, [url, settings.dataDir], { env, execArgv: [] })
    running.add(child)
    child.once('exit', () => running.delete(child))
    await Promise.race([once(child, 'message'), once(child, 'exit')])
    return child
  }

  return {
    start,
    kill,
    async [Symbol.asyncDispose]() {
      await Promise.all([...running].map(kill))
    },
  }
}

/** A statement of the provider is laid beside our float. */
export async function importOf(app: PaymentsApp, account: Account, text: string): Promise<StatementReport> {
  const { maker } = app
  const { list } = await maker.call(books.accounts)
  const accountId = list.find(({ name }) => name === `FLOAT:${account}:${currency}`)?.id ?? 0
  const file = { name: `${account}.csv`, bytes: Buffer.from(text) }
  const query = { accountId, offsetMinutes: '0' }
  const { mapping } = (await maker.call(statements.sample, { query, file })).data
  return (await maker.call(statements.take, { body: { accountId, mapping, dryRun: false }, file })).data
}
