/** A database that is restored: the provider's ledger knows more than our books. */
import { expect } from 'vitest'
import { paymentStops } from '#contract/payment-stops.ts'
import { payments } from '#contract/payments.ts'
import { statements } from '#contract/statements.ts'
import { copyDatabase, putBack } from '#server/test/fall-back.ts'
import { test } from '#server/test/with-payments.ts'
import { counted, endsOf, untilQuiet } from './ends.ts'
import {
  confirmStops,
  currency,
  enterProviders,
  goodPhonesOf,
  importOf,
  letGo,
  ourWorkers,
  price,
  quick,
  startStranger,
} from './given.ts'

test('after a restore nothing is sent again, and the statement names each later payment', async ({ app }) => {
  await using stranger = await startStranger(1000)
  await enterProviders(app, stranger, 100_000, quick)
  const early = await letGo(app, goodPhonesOf('repeats', 10))
  const people = { initiatedBy: app.maker.id, approvedBy: app.approver.id, status: 'APPROVED' as const }
  const spec = { ...people, phones: goodPhonesOf('repeats', 10, 10), amountMinor: price, currency }
  const { ids: approved } = await app.given.payments(spec)
  await using workers = ourWorkers(app)
  const first = await workers.start()
  await untilQuiet(app, early, 60)
  await workers.kill(first)
  const copy = await copyDatabase(app)
  const authorize = () => app.authorizer.call(payments.bulkAuthorize, { body: approved })
  await authorize()
  const second = await workers.start()
  const unknownLater = await letGo(app, goodPhonesOf('repeats', 5, 20))
  await untilQuiet(app, [...approved, ...unknownLater], 60)
  await workers.kill(second)
  const before = await stranger.books()
  await putBack(app, copy)

  await workers.start()
  const report = await importOf(app, 'repeats', await stranger.statement('repeats', 0))
  const lines = await app.maker.call(statements.lines, {
    params: { id: report.id ?? 0 },
    query: { word: 'MISSING_HERE', pageSize: 100 },
  })
  const later = new Set(
    before.movements
      .filter(({ kind }) => kind === 'PAYOUT')
      .slice(10)
      .map((one) => one.receipt),
  )
  expect(new Set(lines.list.map(({ providerRef }) => providerRef))).toEqual(later)
  expect((await app.authorizer.call(paymentStops.list)).list).toMatchObject([{ kind: 'RESTORED' }])
  await confirmStops(app)
  await authorize()
  await untilQuiet(app, approved, 60)
  expect(counted(await endsOf(app, approved))).toEqual({ SUCCESSFUL: approved.length })
  expect((await stranger.books()).sendings).toEqual(before.sendings)
}, 120_000)
