/** The senders of bench/intake.ts, in a process of their own: so many at once, over HTTP and connections that stay. */
import { Agent, request } from 'node:http'
import { responseOf } from './intake-data.ts'

/** `ground`: what the floor needs beside a response. */
export interface Sending {
  address: string
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
  refused: string[]
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
        const { status, body } = await sendOne(agent, sending, next++)
        sent.took.push(performance.now() - start)
        if (status >= 300) sent.refused.push(`${status} ${body.slice(0, 200)}`)
      }
    }),
  )
  agent.destroy()
  return sent
}

function sendOne(
  agent: Agent,
  { address, token, surveyId, questions, ground }: Omit<Sending, 'lanes' | 'first' | 'count'>,
  n: number,
): Promise<{ status: number; body: string }> {
  const payload = JSON.stringify({ ...responseOf(surveyId, n, questions), ...ground })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request(address, { agent, method: 'POST', headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() }))
    })
    sent.on('error', reject)
    sent.end(payload)
  })
}
