/** The worker and the pawaPay dialect, against a provider of the test's own with books of its own: it pays each payout once. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, vi } from 'vitest'
import { payments } from '#contract/payments.ts'
import { test } from '../../test/with-payments.ts'
import { dialects } from '../providers/dialects.ts'
import { startPaymentWorker } from './worker.ts'

interface Payout {
  payoutId: string
  amount: string
  currency: string
  recipient: { type: string; accountDetails: { phoneNumber: string; provider: string } }
}

const failed = (failureCode: string) => ({ failureReason: { failureCode, failureMessage: 'x' } })

/** What the last two digits of a phone do to its first sends, its first questions, and its end. */
interface Habit {
  /** Answers to the first sends: nothing was taken on. */
  before?: [status: number, body: object][]
  /** It takes the first send on, and the answer is lost. */
  loses?: 'CONNECTION' | 'ANSWER' | 'HTTP_500'
  /** What it says of a payout, question after question, before its end. */
  meanwhile?: string[]
  end?: object
  /** What becomes of the payment. */
  becomes: [status: string, reason: string | null]
}

const rejected = (code: string): [number, object] => [200, { status: 'REJECTED', ...failed(code) }]
const paid: Habit['becomes'] = ['SUCCESSFUL', null]
const habits: Record<string, Habit> = {
  '00': { becomes: paid },
  '01': { loses: 'CONNECTION', becomes: paid },
  '02': { loses: 'ANSWER', becomes: paid },
  // It is sent again, as the provider says for long that it never saw it.
  '03': { loses: 'HTTP_500', meanwhile: Array.from({ length: 6 }, () => 'NOT_FOUND'), becomes: paid },
  '04': { before: [[500, failed('UNKNOWN_ERROR')]], becomes: paid },
  '05': { meanwhile: ['ENQUEUED', 'PROCESSING', 'IN_RECONCILIATION'], becomes: paid },
  '06': { end: { status: 'FAILED', ...failed('RECIPIENT_NOT_FOUND') }, becomes: ['FAILED', 'RECIPIENT_NOT_FOUND'] },
  '07': { before: [rejected('AMOUNT_OUT_OF_BOUNDS')], becomes: ['FAILED', 'AMOUNT_OUT_OF_BOUNDS'] },
  '08': { before: [rejected('PROVIDER_TEMPORARILY_UNAVAILABLE')], becomes: paid },
  '09': { before: [[429, {}]], becomes: paid },
  '10': { end: { status: 'FAILED', ...failed('UNKNOWN_ERROR') }, becomes: ['PROCESSING', 'UNKNOWN_ERROR'] },
  '11': { end: { status: 'COMPLETED', amount: '1' }, becomes: ['PROCESSING', 'MISMATCH'] },
  '12': { meanwhile: ['PARKED', '<html>'], becomes: paid },
}

const habitOf = (phone: string) => habits[phone.slice(-2)] ?? { becomes: paid }

/** How often it came before. */
function counted(counts: Map<string, number>, id: string): number {
  const n = counts.get(id) ?? 0
  counts.set(id, n + 1)
  return n
}

/** `books`: what it pays, each payout once. */
async function provider() {
  const sends = new Map<string, number>()
  const questions = new Map<string, number>()
  const books = new Map<string, Payout>()

  function sent(payout: Payout, response: ServerResponse): void {
    const turn = counted(sends, payout.payoutId)
    const { before = [], loses } = habitOf(payout.recipient.accountDetails.phoneNumber)
    const refusal = before[turn]
    if (refusal) return void response.writeHead(refusal[0]).end(JSON.stringify(refusal[1]))
    const isKnown = books.has(payout.payoutId)
    books.set(payout.payoutId, payout)
    if (!isKnown && loses === 'CONNECTION') return void response.destroy()
    if (!isKnown && loses === 'ANSWER') return
    if (!isKnown && loses === 'HTTP_500') return void response.writeHead(500).end('<html>Error</html>')
    const status = isKnown ? 'DUPLICATE_IGNORED' : 'ACCEPTED'
    response.end(JSON.stringify({ payoutId: payout.payoutId, status }))
  }

  function asked(id: string, response: ServerResponse): void {
    const payout = books.get(id)
    if (!payout) return void response.end(JSON.stringify({ status: 'NOT_FOUND' }))
    const { meanwhile = [], end } = habitOf(payout.recipient.accountDetails.phoneNumber)
    const word = meanwhile[counted(questions, id)]
    if (word === '<html>') return void response.writeHead(502).end('<html>Bad Gateway</html>')
    if (word === 'NOT_FOUND') return void response.end(JSON.stringify({ status: word }))
    const final = { status: 'COMPLETED', providerTransactionId: id.slice(0, 8), ...end }
    response.end(JSON.stringify({ status: 'FOUND', data: { ...payout, ...(word ? { status: word } : final) } }))
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const { url = '' } = request
    if (url === '/v2/wallet-balances')
      response.end('{"balances":[{"country":"MOZ","currency":"MZN","balance":"100000"}]}')
    else if (url === '/v2/predict-provider') {
      const { phoneNumber } = JSON.parse(body) as { phoneNumber: string }
      response.end(JSON.stringify({ provider: 'VODACOM_MOZ', phoneNumber: phoneNumber.slice(1) }))
    } else if (request.method === 'POST') sent(JSON.parse(body) as Payout, response)
    else asked(url.split('/').at(-1) ?? '', response)
  }

  const server = createServer((request, response) => void answer(request, response))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, books }
}

test('every fault ends as the provider’s books say, with evidence of what is paid', async ({ app }) => {
  const { baseUrl, books } = await provider()
  const opened = dialects.PAWAPAY({
    name: 'gsma',
    baseUrl,
    accountId: 'ours',
    refusesDuplicates: true,
    timeoutMs: 500,
    credentials: { token: 'our-token' },
  })
  if (!opened) throw new Error('the token is there')
  const suffixes = Object.keys(habits).sort()
  const { ids } = await app.given.payments({ phones: suffixes.map((suffix) => `+2588412300${suffix}`) })
  await app.given.float({ amountMinor: 50_000 * ids.length })
  await app.letGo(ids)
  const worker = startPaymentWorker({
    database: app.services.database,
    provider: opened,
    log: { error: () => undefined },
    pollMs: 20,
    askAfterMs: 20,
    askAtMostEveryMs: 100,
    visibilityMs: 300,
    leaseMs: 20_000,
    probeMs: 20,
  })
  const expected = suffixes.map((suffix) => habits[suffix]?.becomes ?? paid)
  const stand = async () => (await app.stand(ids)).map(({ status, reason }) => [status, reason])
  const reasons = async () => {
    const { rows } = await app.sql.owner.query<{ id: number; reason: string | null }>(
      'select payable_id as id, reason from attempt order by payable_id',
    )
    return (await stand()).map(([status, reason], n) => [
      status,
      reason ?? rows.find(({ id }) => id === ids[n])?.reason ?? null,
    ])
  }
  await vi.waitFor(async () => expect(await reasons()).toEqual(expected), { timeout: 45_000, interval: 50 })
  await worker.stop()
  const { rows } = await app.sql.owner.query<{ ref: string; paid: boolean; stated: boolean }>(
    `select client_ref as ref, state = 'SUCCESSFUL' as paid, exists (select from provider_event e
         where e.payable_id = a.payable_id and e.attempt_no = a.no and e.paid_ref = a.provider_ref) as stated from attempt a`,
  )
  expect(rows.filter(({ paid: isPaid, stated, ref }) => isPaid && !(stated && books.has(ref)))).toEqual([])
  const evidenceOf = async (suffix: string) => {
    const params = { id: ids[suffixes.indexOf(suffix)] ?? 0 }
    const { data } = await app.maker.call(payments.events, { params, query: { pageSize: 100 } })
    return JSON.stringify(data)
  }
  expect(await evidenceOf('03')).toContain('DUPLICATE_IGNORED')
  expect(await evidenceOf('05')).toContain('IN_RECONCILIATION')
  expect(await evidenceOf('05')).not.toMatch(/8412300|our-token/)
})
