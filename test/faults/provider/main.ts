/**
 * A payment provider of strangers' making: node provider/main.ts LEDGER LONG_MS. It imports nothing of the product, keeps its own
 * ledger in a file and prints the port that it listens on. Under it are four accounts:
 *   /oauth      GSMA with tokens, refuses repeated references
 *   /repeats    GSMA with tokens, pays a repeated reference again
 *   /pawapay    pawaPay v2
 *   /desk       takes files, answers by files
 * POST /control makes a bad day of it; GET /ledger and GET /statement say what it booked.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answer } from './answer.ts'
import { workOff } from './desk.ts'
import { type Fault, spoilt } from './faults.ts'
import { type Answered, signedOut, speakGsma } from './gsma.ts'
import { openHouse } from './house.ts'
import { openLedger } from './ledger.ts'
import { noToken, speakPawapay } from './pawapay.ts'

const [, , file = '', longMs = '60000'] = process.argv
const ledger = openLedger(file)
const house = openHouse(ledger, { longMs: Number(longMs) }, (account) => account === 'repeats')

/** The weather of the day, by POST /control. */
const day = {
  /** Milliseconds of the epoch until which there is no service, and no token. */
  downUntil: 0,
  tokensDownUntil: 0,
  balanceLies: false,
  /** Of so many answers to questions one is spoilt; 0: none. */
  spoiltOf: 0,
  /** Payments are turned away when their account has not enough. */
  looksAtFunds: false,
}
let tokens = 0
let token = 'T0'
let questions = 0

const balanceOf = (account: string) => () => (day.balanceLies ? -1_000_000 : ledger.balance(account))
const dialects = {
  oauth: speakGsma(house, 'oauth', balanceOf('oauth')),
  repeats: speakGsma(house, 'repeats', balanceOf('repeats')),
  pawapay: speakPawapay(house, 'pawapay', balanceOf('pawapay')),
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

interface Control extends Partial<typeof day> {
  deposit?: { account: string; cents: number; reference: string }
  voidTokens?: boolean
  feeCents?: number
  /** Who is registered, by phone. */
  names?: Record<string, string>
}

function control({ deposit, voidTokens, feeCents, names = {}, ...weather }: Control): object {
  for (const [phone, name] of Object.entries(names)) house.names.set(phone, name)
  if (feeCents !== undefined) ledger.charge(feeCents)
  if (deposit) ledger.deposit(deposit.account, deposit.cents, deposit.reference)
  if (voidTokens) token = `T${(tokens += 1)}`
  Object.assign(day, weather)
  return {}
}

/** For the test alone: a provider has no such doors. */
function backDoor(url: URL, text: string): unknown {
  const of = (name: string) => url.searchParams.get(name) ?? ''
  if (url.pathname === '/control') return control(JSON.parse(text) as Control)
  if (url.pathname === '/ledger') return { movements: ledger.movements, sendings: [...house.sendings] }
  if (url.pathname === '/statement')
    return ledger.statement(of('account'), Number(of('first')), Number(of('last') || ledger.movements.length))
  return url.pathname === '/desk' ? workOff(ledger, 'desk', text) : undefined
}

function giveToken(response: ServerResponse): void {
  const isDown = day.tokensDownUntil > Date.now()
  // Some write the number as text.
  const body = isDown ? {} : { access_token: token, token_type: 'Bearer', expires_in: '3600' }
  answer(response, { status: isDown ? 503 : 200, body })
}

function isSignedIn({ headers }: IncomingMessage, account: string): boolean {
  return headers.authorization === (account === 'pawapay' ? 'Bearer pawapay-token' : `Bearer ${token}`)
}

/** A cheap, repeatable draw. */
function spoiltNow(method: string): Fault | undefined {
  if (method !== 'GET' || day.spoiltOf === 0) return undefined
  questions += 1
  return questions % day.spoiltOf === 0 ? spoilt[(questions / day.spoiltOf) % spoilt.length] : undefined
}

function isShort(method: string, path: string, account: string): boolean {
  return day.looksAtFunds && method === 'POST' && !path.includes('predict') && house.fundsOf(account) < 2000
}

const short: Answered = {
  reply: { status: 400, body: { errorCategory: 'businessRule', errorCode: 'insufficientFunds' } },
}

function speak(request: IncomingMessage, url: URL, text: string): Answered | undefined {
  const { method = 'GET' } = request
  const [, account = '', path = ''] = /^\/(oauth|repeats|pawapay)(\/.*)$/.exec(url.pathname) ?? []
  const dialect = dialects[account as keyof typeof dialects]
  if (!isSignedIn(request, account)) return account === 'pawapay' ? noToken : signedOut
  if (isShort(method, path, account)) return short
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  const { reply, fault } = dialect({ method, path, body })
  return { reply, fault: fault ?? spoiltNow(method) }
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://provider')
  const text = await bodyOf(request)
  const told = backDoor(url, text)
  if (told !== undefined) response.end(typeof told === 'string' ? told : JSON.stringify(told))
  else if (day.downUntil > Date.now()) request.socket.resetAndDestroy()
  else if (url.pathname.endsWith('/oauth/accesstoken')) giveToken(response)
  else {
    const { reply, fault } = speak(request, url, text) ?? signedOut
    answer(response, reply, fault)
  }
}

const server = createServer((request, response) => {
  // A worker that is killed hangs up within its question.
  serve(request, response).catch(() => response.destroy())
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
