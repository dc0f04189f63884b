/**
 * Our workers are killed while a provider of strangers' making has every fault of its list. `npm run test:faults -- --long` does so with
 * 200 kills in 5,000 payments and the waits of the product; this short form has shorter ones.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { books } from '#contract/books.ts'
import { paymentFiles } from '#contract/payment-files.ts'
import type { StatementReport } from '#contract/statements.ts'
import { firstMapping } from '#domain/money/payment-file.ts'
import { bytesOfFile } from '#server/files/store.ts'
import { testChance } from '#server/test/seed.ts'
import { type PaymentsApp, test } from '#server/test/with-payments.ts'
import { counted, endsOf, untilQuiet, withoutIncident, wrongOf } from './ends.ts'
import {
  type Account,
  accounts,
  careful,
  currency,
  enterProviders,
  importOf,
  isLong,
  letGo,
  ourWorkers,
  phonesOf,
  quick,
  startStranger,
  type Stranger,
} from './given.ts'

const chance = testChance()
const kills = isLong ? Number(process.env['KILLS'] ?? 200) : 4
/** Of each account, in all. */
const sizes: Record<Account, number> = isLong
  ? { oauth: 10 * kills, pawapay: 7.5 * kills, repeats: 5 * kills, desk: 2.5 * kills }
  : { oauth: 50, pawapay: 30, repeats: 30, desk: 10 }
const pace = isLong ? { perSecond: 10 } : quick
const none = {
  paidTwice: [],
  bookedAndUnpaid: [],
  bookedOtherwise: [],
  failedAndPaid: [],
  resentUnasked: [],
  sentUnwritten: [],
}

type Workers = ReturnType<typeof ourWorkers>

/** Two workers run; one of them is killed again and again, at a moment drawn by chance. */
async function killThem(app: PaymentsApp, workers: Workers, stranger: Stranger): Promise<void> {
  const pair = [await workers.start(), await workers.start()]
  const held: Promise<void>[] = []
  for (let nth = 0; nth < kills; nth += 1) {
    await wait(chance.whole(100, isLong ? 4000 : 600))
    await badHour(app, stranger, nth)
    const place = nth % 2
    const victim = pair[place]
    // One in ten is held first: it wakes up after its lease, while another worker has its payments.
    if (nth % 10 === 2 && victim) {
      victim.kill('SIGSTOP')
      pair[place] = await workers.start()
      const end = async () => {
        await wait(isLong ? 70_000 : 4000)
        victim.kill('SIGCONT')
        // Awake for a while; all of them together would take each connection of the database.
        await wait(isLong ? 10_000 : 1000)
        await workers.kill(victim)
      }
      held.push(end())
      continue
    }
    if (victim) await workers.kill(victim)
    pair[place] = await workers.start()
  }
  // The last of them die later than all others.
  await Promise.all(held)
}

/** What goes wrong for all payments at once. */
async function badHour({ sql }: PaymentsApp, { control }: Stranger, nth: number): Promise<void> {
  const forMs = isLong ? 60_000 : 500
  const events = [
    () => control({ voidTokens: true }),
    () => control({ tokensDownUntil: Date.now() + forMs / 4, voidTokens: true }),
    () => control({ downUntil: Date.now() + forMs }),
    () => control({ balanceLies: true }),
    // A standby takes over: no connection lives on.
    () =>
      sql.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      ),
  ]
  const every = isLong ? 8 : 1
  // The last of them is over before the last kill.
  if (nth % every === 0 && nth <= kills - 2 * every) await events[(nth / every) % events.length]?.()
}

/** Our file goes to the desk, and its answer comes back. */
async function byFile(app: PaymentsApp, stranger: Stranger) {
  const { maker, approver, services } = app
  // The kills outlast the time in which a password counts as just given.
  await app.sql.owner.query('update session set authenticated_at = now()')
  const which = { provider: 'desk', currency, mapping: firstMapping }
  const { data } = await maker.call(paymentFiles.ask, { body: which })
  const params = { id: data.id }
  const released = await approver.call(paymentFiles.act, { params, body: { act: 'RELEASE' } })
  const ours = await bytesOfFile(services.database.db, services.files, released.data.file?.id ?? 0)
  const bytes = Buffer.from(await stranger.desk(ours))
  // Handed in twice, it pays nothing again.
  expect((await stranger.desk(ours)).split('\n').filter((line) => line.includes(',Paid,'))).toEqual([])
  const file = { name: 'answer.csv', bytes }
  const read = (await maker.call(paymentFiles.sample, { params, file })).data.mapping
  const body = { mapping: { ...read, paid: ['paid'], failed: ['not paid'] }, dryRun: false }
  return (await maker.call(paymentFiles.takeResult, { params, body, file })).data
}

const difference = ({ groups }: StatementReport) =>
  groups.reduce((sum, { theirs, ours }) => sum + (theirs.amountMinor ?? 0) - (ours.amountMinor ?? 0), 0)

test(
  'killed workers and a bad provider: each payment is paid once, and the books agree',
  async ({ app }) => {
    await using stranger = await startStranger(isLong ? 60_000 : 3000)
    await enterProviders(app, stranger, 100_000_00, pace)
    await stranger.control({ spoiltOf: 20 })
    await using workers = ourWorkers(app)
    const payees = (Object.keys(accounts) as Account[]).flatMap((account) => phonesOf(account, sizes[account]))
    const ids = await letGo(app, payees)
    await killThem(app, workers, stranger)
    await stranger.control({ balanceLies: false, spoiltOf: 0 })
    const ofApi = (await endsOf(app, ids)).filter(({ provider }) => provider !== 'desk')
    const refused = ofApi.filter(({ provider }) => careful.includes(provider)).map(({ id }) => id)
    const seconds = await untilQuiet(app, refused, isLong ? 180 : 60)
    const inAll =
      seconds +
      (await untilQuiet(
        app,
        ofApi.map(({ id }) => id),
        isLong ? 900 : 60,
      ))
    const result = await byFile(app, stranger)
    // What is still to come from the provider.
    await wait(isLong ? 30_000 : 1000)
    const ends = await endsOf(app, ids)
    console.log(`${kills} kills: final after ${seconds.toFixed(0)} s, all after ${inAll.toFixed(0)} s;`, counted(ends))
    console.log('by file', JSON.stringify(result.groups.filter(({ count }) => count > 0)))
    const theirs = await stranger.books()
    expect(wrongOf(ends, theirs)).toEqual(none)
    expect(await withoutIncident(app, ends)).toEqual([])
    for (const account of Object.keys(accounts) as Account[]) {
      const all = theirs.movements.filter((one) => one.account === account).length
      const first = await importOf(app, account, await stranger.statement(account, 0, Math.ceil(all * 0.6)))
      const second = await importOf(app, account, await stranger.statement(account, Math.floor(all * 0.4)))
      const { list } = await app.maker.call(books.accounts)
      const id = list.find(({ name }) => name === `FLOAT:${account}:${currency}`)?.id ?? 0
      const closing = (await app.maker.call(books.statement, { params: { id } })).closing.amountMinor ?? 0
      const balance = theirs.movements.reduce((sum, one) => sum + (one.account === account ? one.cents : 0), 0)
      const words = [first, second].map(({ groups }) => groups.map(({ word, count }) => `${word} ${count}`).join(', '))
      console.log(`${account}: ${balance} there, ${closing} here;`, words.join(' | '))
      expect(difference(first) + difference(second)).toBe(balance - closing)
    }
  },
  isLong ? 3_600_000 : 150_000,
)
