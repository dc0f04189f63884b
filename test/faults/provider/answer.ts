/** How answers go out: well, or spoilt in one of the ways of a bad day. */
import type { ServerResponse } from 'node:http'
import type { Fault } from './faults.ts'

export interface Reply {
  status: number
  body: unknown
}

interface Written {
  response: ServerResponse
  status: number
  text: string
}

type Writer = (written: Written) => void

/** The pause between two bytes of an answer that comes drop by drop. */
const dripMs = 300

const json = { 'Content-Type': 'application/json' }
const well: Writer = ({ response, status, text }) => response.writeHead(status, json).end(text)
/** The other side hangs up. */
const never: Writer = () => undefined
const failed =
  (status: number): Writer =>
  ({ response }) =>
    response.writeHead(status, json).end('{"errorCategory":"internal","errorCode":"genericError"}')

const writers: Partial<Record<Fault, Writer>> = {
  'timeout-before': never,
  'timeout-after': never,
  repeat: never,
  hang: never,
  'error-before': failed(503),
  'error-after': failed(500),
  busy: ({ response }) => response.writeHead(429, { ...json, 'Retry-After': '1' }).end('{}'),
  reset({ response, status, text }) {
    response.writeHead(status, { ...json, 'Content-Length': String(text.length) })
    response.write(text.slice(0, 10), () => response.socket?.resetAndDestroy())
  },
  'half-json': ({ response, status, text }) => response.writeHead(status, json).end(text.slice(0, text.length / 2)),
  html: ({ response }) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html><body>Be right back</body></html>'),
  'wrong-type': ({ response, status, text }) => response.writeHead(status, { 'Content-Type': 'text/plain' }).end(text),
  twice: ({ response, status, text }) => response.writeHead(status, json).end(text + text),
  'wrong-clock': ({ response, status, text }) =>
    response.writeHead(status, { ...json, Date: 'Thu, 01 Jan 1970 00:00:00 GMT' }).end(text),
  drip({ response, status, text }) {
    response.writeHead(status, json)
    let at = 0
    const timer = setInterval(() => {
      if (at < text.length && !response.socket?.destroyed) response.write(text.charAt(at))
      else {
        clearInterval(timer)
        response.end()
      }
      at += 1
    }, dripMs)
  },
}

export function answer(response: ServerResponse, { status, body }: Reply, fault?: Fault): void {
  const write = (fault && writers[fault]) ?? well
  write({ response, status, text: JSON.stringify(body) })
}
