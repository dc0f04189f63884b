/** One message to a receiver, with everything bounded: where it goes, how long it takes, and how much is read of the answer. */
import { createHmac } from 'node:crypto'
import { Agent as PlainAgent, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent, request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import { hostOf, receiverProblem } from '#domain/webhooks.ts'
import { isPublicAddress, lookupAllowing } from '../public-address.ts'
import { traceparent } from '../trace.ts'

/** What came of a try. `code`: what went wrong, or that the answer was not read to its end. */
export interface Outcome {
  isDelivered: boolean
  code: string | null
  status: number | null
  answer: string | null
  milliseconds: number
}

export interface Message {
  /** The `webhook-id`. */
  id: string
  body: string
  /** Of the receiver, as people see them: `whsec_…`. */
  secrets: readonly string[]
}

export const mostAtOnce = 32
const patienceMs = 10_000
const mostBytes = 4096
const keptCharacters = 500

const open = { keepAlive: true, maxSockets: mostAtOnce, timeout: 2 * patienceMs }
const agents = { 'https:': new Agent(open), 'http:': new PlainAgent(open) }

/** By the scheme of Standard Webhooks, with each of the secrets. */
function signatures({ id, body, secrets }: Message, seconds: number): string {
  const signed = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64')).update(`${id}.${seconds}.${body}`)
  return secrets.map((secret) => `v1,${signed(secret).digest('base64')}`).join(' ')
}

/** `hosts`: those that the operator allows; an address among them may be a private one. It does not throw. */
export async function post(
  address: string,
  message: Message,
  hosts: readonly string[],
  withinMs = patienceMs,
): Promise<Outcome> {
  const from = performance.now()
  const ended = (outcome: Omit<Outcome, 'milliseconds'>) => ({
    ...outcome,
    milliseconds: Math.round(performance.now() - from),
  })
  const wrong = receiverProblem(address, hosts)
  if (wrong) return ended({ isDelivered: false, code: wrong, status: null, answer: null })
  try {
    return ended(outcomeOf(...(await exchange(new URL(address), message, { hosts, withinMs }))))
  } catch (error) {
    const { name, code = 'CONNECTION' } = error as NodeJS.ErrnoException
    const isLate = name === 'AbortError' || name === 'TimeoutError'
    return ended({ isDelivered: false, code: isLate ? 'TIMEOUT' : code, status: null, answer: null })
  }
}

/** A redirect is not followed: it would lead where the operator allowed nothing. */
function outcomeOf(status: number, answer: string, isCut: boolean): Omit<Outcome, 'milliseconds'> {
  const isDelivered = status >= 200 && status < 300
  const refusal = status >= 300 && status < 400 ? 'REDIRECT' : `HTTP_${status}`
  return { isDelivered, code: isDelivered ? (isCut ? 'ANSWER_CUT' : null) : refusal, status, answer }
}

interface Bounds {
  hosts: readonly string[]
  withinMs: number
}

async function exchange(url: URL, message: Message, { hosts, withinMs }: Bounds): Promise<[number, string, boolean]> {
  const isAllowed = (address: string) => isPublicAddress(address) || hosts.includes(address)
  const host = hostOf(url)
  if (isIP(host) !== 0 && !isAllowed(host)) throw Object.assign(new Error('private'), { code: 'PRIVATE_ADDRESS' })
  const seconds = Math.floor(Date.now() / 1000)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const send = url.protocol === 'https:' ? secureRequest : plainRequest
  const request = send(url, {
    method: 'POST',
    agent: agents[url.protocol as keyof typeof agents],
    // Asked for the very connection: no other answer comes between check and use.
    lookup: lookupAllowing(isAllowed),
    signal: AbortSignal.timeout(withinMs),
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(message.body),
      'user-agent': 'Canvass',
      'webhook-id': message.id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signatures(message, seconds),
      traceparent: traceparent(),
    },
  })
  request.on('response', resolve).on('error', reject).end(message.body)
  const response = await promise
  return [response.statusCode ?? 0, ...(await beginningOf(response))]
}

/** The status has said all: what goes wrong while the rest is read changes nothing. */
async function beginningOf(response: IncomingMessage): Promise<[string, boolean]> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      // To leave the loop ends the connection.
      if (bytes > mostBytes) break
    }
  } catch {
    bytes = Infinity
  }
  const text = Buffer.concat(chunks)
    .toString()
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, keptCharacters)
  return [text, bytes > mostBytes]
}
