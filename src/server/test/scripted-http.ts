/** A server on the loopback address that answers as scripted, in the words of any provider. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Scripted {
  /** 0: it never answers. */
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/** By path, or by method and path; several are given one after the other, the last one from then on. */
export type Script = Record<string, Scripted | readonly Scripted[]>

interface Received {
  request: IncomingMessage
  body: string
}

const servers: Server[] = []

export function closeScripted(): void {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
}

/** `otherwise` answers what is not in the script. */
export async function scriptedHttp(script: Script, otherwise: Scripted) {
  const received: Received[] = []
  const given = new Map<string, number>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ request, body: Buffer.concat(chunks).toString() })
      const { url = '', method = '' } = request
      const key = script[url] ? url : `${method} ${url}`
      const turn = given.get(key) ?? 0
      given.set(key, turn + 1)
      const all = [script[key] ?? otherwise].flat()
      const { status, body, headers } = all[Math.min(turn, all.length - 1)] ?? otherwise
      if (status === 0) return
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { received, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
