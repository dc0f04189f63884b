/** Another system on this machine that receives webhooks, and a house that may send there. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { webhooks } from '#contract/webhooks.ts'
import { buildApp } from '../../app.ts'
import { caller } from '../../test/caller.ts'
import type { Staff } from '../../test/given.ts'
import type { TestApp } from '../../test/with-app.ts'
import { sendWebhooks } from '../send.ts'

interface Arrived {
  headers: IncomingHttpHeaders
  body: string
  type: string
  data: Record<string, unknown>
}

type Answering = (reply: ServerResponse, arrived: Arrived) => void

export async function openReceiver({ services: own, sql }: TestApp, hosts = ['127.0.0.1']) {
  const arrived: Arrived[] = []
  const answer: { as: Answering } = { as: (reply) => void reply.writeHead(204).end() }
  async function take(request: IncomingMessage, reply: ServerResponse) {
    const body = await text(request)
    const { type, data } = JSON.parse(body) as Arrived
    const message = { headers: request.headers, body, type, data }
    arrived.push(message)
    answer.as(reply, message)
  }
  const server = createServer((request, reply) => void take(request, reply))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const services = { ...own, settings: { ...own.settings, webhookHosts: hosts } }
  const app = await buildApp(services, `${own.settings.dataDir}/pages/`)
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/hook`
  const log = { error: () => undefined }
  const as = (staff: Staff | undefined) => caller(app, staff?.token)
  return {
    url,
    port,
    arrived,
    answer,
    as,
    send: () => sendWebhooks(services, log),
    enter: async (staff: Staff, body: object) =>
      (await as(staff).call(webhooks.create, { body: { name: 'Dashboard', url, ...body } })).data,
    /** What waits is due, as if its rests were over. */
    async hurry() {
      await sql.owner.query(`update webhook_delivery set next_at = now() where state = 'WAITING'`)
      await sql.owner.query(`update webhook set rests_until = null`)
    },
    async [Symbol.asyncDispose]() {
      await sql.owner.query('delete from webhook')
      await app.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
