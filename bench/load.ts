/**
 * node bench/load.ts address token connections seconds: asks one address over and over on so many connections, from its own
 * process. Prints the answers per second and the time of the slowest of a hundred. It speaks just enough HTTP on plain
 * sockets to take a tenth of the server's time.
 */
import { spawn } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export interface Load {
  perSecond: number
  p99: number
}

interface Target {
  url: string
  token: string
  connections: number
  seconds: number
}

/** Runs this file as a child. */
export async function load({ url, token, connections, seconds }: Target): Promise<Load> {
  const given = [fileURLToPath(import.meta.url), url, token, String(connections), String(seconds)]
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(await text(child.stdout)) as Load
}

const endOfHead = Buffer.from('\r\n\r\n')

/** Calls `onAnswer` for every answer; asks again at once. */
function askOn(socket: Socket, request: string, onAnswer: () => void): void {
  let missing = 0
  socket.on('data', (chunk) => {
    if (missing === 0) {
      const end = chunk.indexOf(endOfHead)
      const head = chunk.toString('latin1', 0, end)
      if (!head.startsWith('HTTP/1.1 200')) throw new Error(chunk.toString())
      missing = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1])
    }
    missing -= chunk.length
    if (missing > 0) return
    onAnswer()
    socket.write(request)
  })
  socket.write(request)
}

function measure({ url, token, connections, seconds }: Target): void {
  const { hostname, port, pathname, search, host } = new URL(url)
  const request = `GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n\r\n`
  const took: number[] = []
  for (let n = 0; n < connections; n++) {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let asked = performance.now()
    askOn(socket, request, () => {
      const now = performance.now()
      took.push(now - asked)
      asked = now
    })
  }
  setTimeout(() => {
    const p99 = took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0
    process.stdout.write(JSON.stringify({ perSecond: took.length / seconds, p99 }), () => process.exit())
  }, seconds * 1000)
}

if (import.meta.main) {
  const [url = '', token = '', connections, seconds] = process.argv.slice(2)
  measure({ url, token, connections: Number(connections), seconds: Number(seconds) })
}
