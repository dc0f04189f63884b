/** What a bench of files measures: time, memory, and the packing of the same sheet alone. */
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createDeflateRaw, createInflateRaw } from 'node:zlib'

export interface Measured<T> {
  seconds: number
  /** The most that this process held beyond what it held before, and the most that any of its children held. */
  own: number
  child: number
  answer: T
}

export const megabyte = 1_048_576

export async function measured<T>(work: () => Promise<T>): Promise<Measured<T>> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let [own, child] = [0, 0]
  const look = () => {
    own = Math.max(own, (process.memoryUsage().rss - before) / megabyte)
    child = Math.max(child, ...childPeaks())
  }
  const timer = setInterval(look, 50)
  const start = performance.now()
  try {
    const answer = await work()
    look()
    return { seconds: (performance.now() - start) / 1000, own, child, answer }
  } finally {
    clearInterval(timer)
  }
}

/** The most memory of every Node process that this one has started, in megabytes. */
function childPeaks(): number[] {
  const pids = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean),
  )
  return pids.flatMap((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      if (!/^Name:\s+(node|MainThread)/.test(status)) return []
      return [Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024]
    } catch {
      return []
    }
  })
}

/** The first entry of the archive that is a sheet, unpacked and packed again. */
export async function deflateAgain(path: string): Promise<{ seconds: number; bytes: number }> {
  const file = await open(path)
  const head = Buffer.alloc(100_000)
  await file.read(head, 0, head.length, 0)
  await file.close()
  const name = head.indexOf('xl/worksheets/sheet1.xml')
  const from = name + head.readUInt16LE(name - 4) + head.readUInt16LE(name - 2)
  let bytes = 0
  const start = performance.now()
  const inflate = createInflateRaw()
  // Bytes after the entry in the archive are no part of it.
  const source = createReadStream(path, { start: from })
  inflate.once('end', () => source.destroy())
  await pipeline(source.pipe(inflate), createDeflateRaw(), async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) bytes += chunk.length
  })
  return { seconds: (performance.now() - start) / 1000, bytes }
}
