/** What is kept of a provider's answers, and what of it people see. */
import { expect, onTestFinished } from 'vitest'
import { payments } from '#contract/payments.ts'
import { refusedWith, workerOf } from '../../test/ended-payments.ts'
import { test } from '../../test/with-payments.ts'
import { gsmaProvider } from '../providers/gsma.ts'
import { simulatorAccountId } from '../simulator/disbursement.ts'
import { startSimulator } from '../simulator/server.ts'
import { forgetAnswers, keptText } from './provider-events.ts'
import { paymentWorker } from './worker.ts'

const payee = '+258841230067'

test.each([
  ['of the payee', 'Paid to 258841230067', 'Paid to 2588••••••67'],
  ['of the payee without a country', '{"note":"841230067 was paid"}', '{"note":"8412•••67 was paid"}'],
  ['of another person', 'call +254700111222 now', 'call +254•••••••22 now'],
  ['under its key', '{"payee":{"phoneNumber":"254700111222"}}', '{"payee":{"phoneNumber":"2547••••••22"}}'],
  [
    'as a party',
    '[{"key":"msisdn","value":"254700111222"},{"value" : "254700111223", "key": "msisdn"}]',
    '[{"key":"msisdn","value":"2547••••••22"},{"value" : "2547••••••23", "key": "msisdn"}]',
  ],
  ['of no one: a name', '{"fullName":"Ana \\"Nina\\" Sitoe","amount":"75.00"}', '{"fullName":"•••","amount":"75.00"}'],
  ['of no one: a key', '{"access_token":"abc","x":1}', '{"access_token":"•••","x":1}'],
  [
    'of no one: a reference and an amount',
    '{"ref":"10000000000123","amount":75.00}',
    '{"ref":"10000000000123","amount":75.00}',
  ],
])('a phone %s is masked, and nothing else changes', (_, text, kept) => {
  expect(keptText(text, payee)).toEqual({ text: kept, isCut: false })
})

test('a long answer is cut at 4 KB between two characters, after its phones are masked', () => {
  const { text, isCut } = keptText(`${'é'.repeat(2040)}${payee}${'x'.repeat(60_000)}`, payee)
  expect({ isCut, bytes: Buffer.byteLength(text) <= 4096, end: text.slice(2040) }).toEqual({
    isCut: true,
    bytes: true,
    end: '+258•••',
  })
})

test('each answer is kept with what was asked, and readers see it without phones', async ({ app }) => {
  const simulator = await startSimulator({ port: 0, host: '127.0.0.1', delayMs: 0 })
  onTestFinished(() => simulator.close())
  const { ids } = await app.given.payments({ phones: [payee] })
  await app.given.float({ amountMinor: 50_000 })
  await app.letGo(ids)
  const settings = { baseUrl: simulator.url, accountId: simulatorAccountId, timeoutMs: 5000, apiKey: 'our-key' }
  const worker = paymentWorker({
    database: app.services.database,
    provider: gsmaProvider(settings),
    log: { error: () => undefined },
    askAfterMs: 0,
  })
  await expect
    .poll(async () => {
      await worker.claim()
      await worker.idle()
      return (await app.stand(ids))[0]?.status
    })
    .toBe('SUCCESSFUL')
  const { data, total } = await app.maker.call(payments.events, { params: { id: ids[0] ?? 0 }, query: {} })
  expect(data.at(-1)).toMatchObject({
    attemptNo: 1,
    question: 'POST /transactions/type/disbursement',
    httpStatus: 202,
    reading: 'ACCEPTED',
  })
  expect(data[0]).toMatchObject({ httpStatus: 200, reading: 'SUCCEEDED', isCut: false })
  expect(data[0]?.question).toMatch(/^GET \/transactions\/SIM-/)
  expect(data[0]?.answer).toContain('500.00')
  expect(total).toBe(data.length)
  expect(JSON.stringify(data)).not.toMatch(/841230067|our-key/)
})

test('an answer that never came is kept as well, and the last one with what it meant', async ({ app }) => {
  const { ids } = await app.given.payments()
  await app.given.float({ amountMinor: 50_000 })
  await app.letGo(ids)
  const provider = gsmaProvider({ baseUrl: 'http://127.0.0.1:1', accountId: 'x', timeoutMs: 1000 })
  const worker = paymentWorker({
    database: app.services.database,
    provider,
    log: { error: () => undefined },
    askAfterMs: 0,
  })
  await worker.claim()
  await worker.idle()
  const params = { id: ids[0] ?? 0 }
  const first = await app.maker.call(payments.events, { params, query: {} })
  expect(first.data).toMatchObject([{ httpStatus: null, answer: 'CONNECTION', reading: 'UNKNOWN' }])
  const later = workerOf(app, { status: refusedWith('requestDeclined') })
  await later.claim()
  await later.idle()
  const { data } = await app.maker.call(payments.events, { params, query: { pageSize: 1 } })
  expect(data).toMatchObject([{ httpStatus: 200, reading: 'FAILED_DEFINITE' }])
})

test('answers go by whole months after as many as the house keeps, never within a year', async ({ app }) => {
  const { given, sql, services, letGo } = app
  const { ids } = await given.payments()
  await given.float({ amountMinor: 50_000 })
  await letGo(ids)
  await sql.owner.query(
    `insert into provider_event (payable_id, attempt_no, at, question, answer, is_cut)
       select $1, 1, date_trunc('month', now()) - make_interval(months => m) + interval '1 day', m::text, '{}', false
       from unnest(array[0, 11, 12, 13, 14]) m`,
    ids,
  )
  const kept = async (answerMonths: number) => {
    await forgetAnswers({ ...services, settings: { ...services.settings, answerMonths } })
    const { rows } = await sql.owner.query<{ question: string }>(
      'select question from provider_event where payable_id = $1 order by at',
      ids,
    )
    return rows.map(({ question }) => question)
  }
  expect(await kept(120)).toEqual(['14', '13', '12', '11', '0'])
  expect(await kept(12)).toEqual(['12', '11', '0'])
  await expect(kept(1)).rejects.toThrow('provider_event is append only')
})
