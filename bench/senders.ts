/** The senders of bench/intake.ts, in a process of their own: so many at once, over HTTP and connections that stay. */
import { Agent, request } from 'node:http'
import { responseOf } from './intake-data.ts'

/** `ground`: what the floor needs beside a response. */
export interface Sending {
  /** They take turns. */
  addresses: readonly string[]
  token: string
  surveyId: number
  questions: number
  lanes: number
  first: number
  count: number
  ground: object
}

export interface Sent {
  /** Milliseconds of each, in the order of their ends. */
  took: number[]
  refused: Refused[]
}

export interface Refused {
  status: number
  /** Seconds, as the answer says. */
  retryAfter: string | undefined
  body: string
}

process.on('message', (sending: Sending) => {
  void sendAll(sending).then((sent) => process.send?.(sent))
})

async function sendAll({ lanes, first, count, ...sending }: Sending): Promise<Sent> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const sent: Sent = { took: [], refused: [] }
  let next = first
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < first + count) {
        const start = performance.now()
        const answer = await sendOne(agent, sending, next++)
        sent.took.push(performance.now() - start)
        if (answer.status >= 300) sent.refused.push({ ...answer, body: answer.body.slice(0, 200) })
      }
    }),
  )
  agent.destroy()
  return sent
}

function sendOne(
  agent: Agent,
  { addresses, token, surveyId, questions, ground }: Omit<Sending, 'lanes' | 'first' | 'count'>,
  n: number,
): Promise<Refused> {
  const payload = JSON.stringify({ ...responseOf(surveyId, n, questions), ...ground })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request(addresses[n % addresses.length] ?? '', { agent, method: 'POST', headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      const { statusCode: status = 0, headers: told } = answer
      const retryAfter = told['retry-after']
      answer.on('end', () => resolve({ status, retryAfter, body: Buffer.concat(parts).toString() }))
    })
    sent.on('error', reject)
    sent.end(payload)
  })
}
