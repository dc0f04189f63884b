/**
 * A mobile money provider that exists only here. It speaks the GSMA Mobile Money API 1.2 over real HTTP, keeps its own
 * books and fails on purpose (faults.ts). For the demo, for development and for the tests; no money is behind it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toDecimal } from '#domain/money/money.ts'
import { disburse, simulatorAccountId, type Timing } from './disbursement.ts'
import type { HouseFaults } from './faults.ts'
import { openLedger, type Instruction, type Ledger } from './ledger.ts'
import { refused, requestState, transaction, type Reply } from './messages.ts'

export interface SimulatorOptions extends Partial<Timing> {
  /** 0 takes any free port. */
  port: number
  /** Keep it on loopback: any caller that reaches it may spend the play money. */
  host: string
  /** Where the books are kept; in memory when absent. */
  ledgerFile?: string
  /** What the float account of each currency holds at the beginning, in minor units. */
  floatMinor?: number
}

export interface Simulator {
  url: string
  ledger: Ledger
  /** To be changed at any moment. */
  faults: HouseFaults
  /** How many calls were refused at the door. */
  turnedAway(): number
  close(): Promise<void>
}

const maxRequestBytes = 64 * 1024

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { port, host, ledgerFile, floatMinor = 10_000_000_000, delayMs = 1_000, faultMs = 60_000 } = options
  const ledger = openLedger({ file: ledgerFile, floatMinor })
  const faults: HouseFaults = {}
  let turnedAway = 0
  const server = createServer((request, response) => {
    if (faults.access) turnedAway += 1
    handle(request, ledger, { timing: { delayMs, faultMs }, faults }).then(
      (reply) => write(response, reply),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    ledger,
    faults,
    turnedAway: () => turnedAway,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function handle(
  request: IncomingMessage,
  ledger: Ledger,
  { timing, faults }: { timing: Timing; faults: HouseFaults },
): Promise<Reply> {
  const { pathname } = new URL(request.url ?? '/', 'http://simulator')
  if (faults.service) return refused({ status: 503, category: 'serviceUnavailable', code: 'genericError' })
  if (faults.access) return refused({ status: 401, category: 'authorisation', code: 'clientAuthorisationError' })
  if (request.method === 'POST' && pathname === '/transactions/type/disbursement') {
    const json = await readJson(request)
    return disburse(ledger, timing, { clientRef: String(request.headers['x-correlationid'] ?? ''), json, faults })
  }
  const [, resource, id = '', third, fourth] = pathname.split('/')
  if (request.method !== 'GET') return notFound()
  switch (resource) {
    case 'heartbeat':
      return ok({ serviceStatus: 'available' })
    case 'requeststates':
      return shown(ledger, ledger.byServerRef(id), requestState)
    case 'responses':
      ledger.noteCall(id, 'STATUS')
      return visible(ledger.byClientRef(id), ({ transactionRef }) => ({ link: `/transactions/${transactionRef}` }))
    case 'transactions':
      return visible(ledger.byTransactionRef(id), transaction)
    case 'accounts':
      return id === 'accountid' && fourth === 'balance' && !faults.account ? balance(ledger, third ?? '') : notFound()
    case undefined:
    default:
      return notFound()
  }
}

/** A status call by the provider's own handle. */
function shown(
  ledger: Ledger,
  instruction: Instruction | undefined,
  show: (instruction: Instruction) => object,
): Reply {
  if (instruction) ledger.noteCall(instruction.clientRef, 'STATUS')
  return visible(instruction, show)
}

function visible(instruction: Instruction | undefined, show: (instruction: Instruction) => object): Reply {
  return instruction && instruction.visibleAt <= Date.now() ? ok(show(instruction)) : notFound()
}

function balance(ledger: Ledger, account: string): Reply {
  const currency = account.slice(-3)
  if (!/^[A-Z]{3}$/.test(currency) || account !== simulatorAccountId.replace('{currency}', currency)) return notFound()
  const available = ledger.available(currency)
  const current = ledger.current(currency)
  return ok({
    accountStatus: 'available',
    currency,
    currentBalance: toDecimal(current, currency),
    availableBalance: toDecimal(available, currency),
    reservedBalance: toDecimal(current - available, currency),
    unClearedBalance: toDecimal(0, currency),
  })
}

function ok(body: object): Reply {
  return { status: 200, body }
}

function notFound(): Reply {
  return refused({ status: 404, category: 'identification', code: 'identifierError' })
}

/** Undefined when the body is not JSON. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > maxRequestBytes) throw new Error('request too large')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

function write(response: ServerResponse, reply: Reply): void {
  if (reply.status === 'DROP') {
    response.destroy()
    return
  }
  const { status, body, headers, afterMs } = reply
  const isPage = typeof body === 'string'
  const finish = () => {
    response.writeHead(status, { ...headers, 'Content-Type': isPage ? 'text/html' : 'application/json' })
    response.end(isPage ? body : JSON.stringify(body))
  }
  // Unref: a late answer must not keep a stopping process alive.
  if (afterMs === undefined) finish()
  else setTimeout(finish, afterMs).unref()
}
