/** A mail server on this machine, and an app that sends by it: what arrives is kept as it came over the line. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { buildApp } from '../../app.ts'
import { parseSettings } from '../../settings.ts'
import { caller } from '../../test/caller.ts'
import type { Staff } from '../../test/given.ts'
import type { TestApp } from '../../test/with-app.ts'
import { mailBells } from '../mail-bells.ts'
import { sendMail } from '../send-mail.ts'

export interface Arrived {
  to: string[]
  /** Headers unfolded, in one text. */
  head: string
  /** Each part decoded. */
  text: string
  html: string
}

const publicUrl = 'https://canvass.example.org'

export type PostOffice = Awaited<ReturnType<typeof openPostOffice>>

/** `answer`: the error by which the server refuses a recipient, if it does. */
export async function openPostOffice({ services: own }: TestApp, answer: { refuses?: number } = {}) {
  const arrived: Arrived[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_, __, done) {
      const refusal =
        answer.refuses === undefined ? null : Object.assign(new Error('no'), { responseCode: answer.refuses })
      done(refusal)
    },
    onData(stream, { envelope }, done) {
      stream.setEncoding('utf8')
      let raw = ''
      stream.on('data', (chunk: string) => (raw += chunk))
      stream.on('end', () => {
        arrived.push({ to: envelope.rcptTo.map(({ address }) => address), ...partsOf(raw) })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const { mail, publicUrl: url } = parseSettings({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'canvass@example.org',
    PUBLIC_URL: publicUrl,
  })
  const services = { ...own, settings: { ...own.settings, mail, publicUrl: url } }
  const app = await buildApp(services, `${own.settings.dataDir}/pages/`)
  const troubles: object[] = []
  return {
    app,
    arrived,
    troubles,
    services,
    as: (staff: Staff | undefined) => caller(app, staff?.token),
    send: () => sendMail(services, { error: (details) => void troubles.push(details) }),
    /** The link of the mail that is sent now. */
    async newLink(): Promise<string> {
      arrived.length = 0
      await this.send()
      return linkIn(arrived[0] ?? { to: [], head: '', text: '', html: '' })
    },
    look: () => mailBells(services),
    /** A form of a page, sent as a browser does. */
    post: (url: string, fields: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      }),
    async [Symbol.asyncDispose]() {
      await app.close()
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
}

/** The path of the link that a mail brings. */
export function linkIn({ text }: Arrived): string {
  const [, path = ''] = new RegExp(`${publicUrl}(/password/[\\w-]{43})`).exec(text) ?? []
  return path
}

function partsOf(raw: string): Omit<Arrived, 'to'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const parts = rest.join('\r\n\r\n').split(/\r\n--[^\r]+\r\n/)
  const bodyOf = (type: string) => {
    const part = parts.find((each) => each.toLowerCase().includes(`content-type: ${type}`)) ?? ''
    const [partHead = '', ...body] = part.split('\r\n\r\n')
    return decoded(body.join('\r\n\r\n'), partHead)
  }
  return { head: head.replace(/\r\n\s+/g, ' '), text: bodyOf('text/plain'), html: bodyOf('text/html') }
}

function decoded(body: string, head: string): string {
  if (/base64/i.test(head)) return Buffer.from(body.split('\r\n--')[0] ?? '', 'base64').toString()
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
