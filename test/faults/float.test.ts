/** An account of ours that runs empty at the provider: no payee has to do with it. */
import { expect, vi } from 'vitest'
import { paymentStops } from '#contract/payment-stops.ts'
import { payments } from '#contract/payments.ts'
import { type PaymentsApp, test } from '#server/test/with-payments.ts'
import { endsOf, tally } from './ends.ts'
import {
  currency,
  enterProviders,
  goodPhonesOf,
  isLong,
  letGo,
  ourWorkers,
  price,
  quick,
  startStranger,
} from './given.ts'

const covered = isLong ? 300 : 20
const owed = 5 * covered

async function untilCounted(app: PaymentsApp, ids: readonly number[], words: Record<string, number>): Promise<void> {
  await vi.waitFor(
    async () => {
      // A provider in trouble is tried once a minute.
      if (!isLong) await app.sql.owner.query('update provider_probe set due_at = now()')
      expect(tally((await endsOf(app, ids)).map(({ status }) => status))).toEqual(words)
    },
    { timeout: isLong ? 300_000 : 60_000, interval: 200 },
  )
}

async function holdOf({ maker }: PaymentsApp, ids: readonly number[]) {
  const get = async (id: number) => (await maker.call(payments.get, { params: { id: String(id) } })).data.hold
  return Promise.all(ids.map(get))
}

test(
  'an account that runs empty is one incident; when it is filled, all are paid without a click',
  async ({ app }) => {
    await using stranger = await startStranger(1000)
    await stranger.control({ looksAtFunds: true, feeCents: 0 })
    await enterProviders(app, stranger, covered * price, quick)
    await app.given.float({ provider: 'oauth', currency, amountMinor: (owed - covered) * price })
    const ids = await letGo(app, goodPhonesOf('oauth', owed))
    await using workers = ourWorkers(app)
    await workers.start()
    await untilCounted(app, ids, { SUCCESSFUL: covered, PROCESSING: owed - covered })
    const { list } = await app.authorizer.call(paymentStops.list)
    expect(list).toMatchObject([{ provider: 'oauth', kind: 'TROUBLE', reason: 'FLOAT_SHORT' }])
    await stranger.control({ deposit: { account: 'oauth', cents: (owed - covered) * price, reference: 'BANK-MORE' } })
    await untilCounted(app, ids, { SUCCESSFUL: owed })
    expect((await app.authorizer.call(paymentStops.list)).list).toEqual([])
    const { movements, sendings } = await stranger.books()
    expect(movements.filter(({ kind }) => kind === 'PAYOUT')).toHaveLength(owed)

    // Nothing is sent to a phone that the provider has under another name.
    const [known = '', strange = ''] = goodPhonesOf('oauth', 2, owed)
    await stranger.control({
      deposit: { account: 'oauth', cents: 2 * price, reference: 'BANK-2' },
      names: { [strange]: 'X Y' },
    })
    await app.given.float({ provider: 'oauth', currency, amountMinor: 2 * price })
    const last = await letGo(app, [known, strange])
    await untilCounted(app, last, { SUCCESSFUL: 1, FAILED: 1 })
    expect(await holdOf(app, last)).toEqual([null, 'NAME_DIFFERS'])
    expect((await stranger.books()).sendings).toHaveLength(sendings.length + 1)
  },
  isLong ? 900_000 : 120_000,
)
