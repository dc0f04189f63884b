/** The metrics on a port of their own: what the proxy passes on never reaches them. */
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Services } from '../services.ts'
import { openMetrics } from './metrics.ts'

export async function serveMetrics(services: Services, { host, port }: { host: string; port: number }) {
  const { text, contentType } = openMetrics(services)
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    text().then(
      (all) => response.writeHead(200, { 'content-type': contentType }).end(all),
      () => response.writeHead(500).end(),
    )
    return undefined
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
