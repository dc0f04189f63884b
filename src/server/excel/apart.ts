/**
 * Runs a module in a process of its own with bounds on memory and time. A small file may cost hours of CPU and
 * gigabytes of memory. A thread is not enough: one that runs out of memory may take the whole process down with it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { flushCompileCache, getCompileCacheDir } from 'node:module'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { AppError } from '../errors.ts'
import { Turnstile } from '../turnstile.ts'

interface Bounds {
  heapMegabytes: number
  milliseconds: number
}

export const usualBounds: Bounds = { heapMegabytes: 400, milliseconds: 60_000 }
const atOnce = 2
/** The caller has sent the file already, so the call waits as long as two usual jobs may take. */
const processes = new Turnstile(atOnce, { patienceMs: 2 * usualBounds.milliseconds })

/**
 * What the module at `url` answers to `data` (`answerParent`). FILE_UNPACKED_TOO_LARGE when it runs out of memory or time.
 * No more than two run at once, the others wait their turn.
 */
export function runApart<T>(url: URL, data: unknown, bounds = usualBounds): Promise<T> {
  return processes.pass(() => run<T>(url, data, bounds))
}

/** A process that does one job after the other: to load its modules takes longer than to read a usual file. */
interface Reader {
  /** What it loads, and its memory. */
  kind: string
  child: ChildProcess
  job?: PromiseWithResolvers<Answer> | undefined
  /** Ends it when no job comes. */
  leave?: NodeJS.Timeout
}

const readers: Reader[] = []
const patienceMs = 30_000
/** A process that has grown beyond it gives its memory back. Their modules alone take half of it. */
const restingBytes = 250 * 1024 * 1024

interface Answer {
  result: unknown
  hasGrown: boolean
}

async function run<T>(url: URL, data: unknown, { heapMegabytes, milliseconds }: Bounds): Promise<T> {
  const kind = `${heapMegabytes} ${url.href}`
  const isFree = (reader: Reader) => !reader.job && reader.child.connected && reader.kind === kind
  const reader = readers.find(isFree) ?? start(kind, url, heapMegabytes)
  const timer = setTimeout(() => reader.child.kill('SIGKILL'), milliseconds)
  clearTimeout(reader.leave)
  reader.job = Promise.withResolvers()
  reader.child.ref()
  reader.child.channel?.ref()
  reader.child.send(data as object)
  try {
    const { result, hasGrown } = await reader.job.promise
    if (hasGrown) end(reader)
    else rest(reader)
    return result as T
  } finally {
    clearTimeout(timer)
    reader.job = undefined
  }
}

/** The server may end meanwhile. */
function rest(reader: Reader): void {
  reader.child.unref()
  reader.child.channel?.unref()
  reader.leave = setTimeout(() => end(reader), patienceMs).unref()
}

function end(reader: Reader): void {
  clearTimeout(reader.leave)
  forget(reader)
  if (reader.child.connected) reader.child.disconnect()
}

function forget(reader: Reader): void {
  if (readers.includes(reader)) readers.splice(readers.indexOf(reader), 1)
}

function start(kind: string, url: URL, heapMegabytes: number): Reader {
  const resting = readers.find(({ job }) => !job)
  if (resting && readers.length >= atOnce) end(resting)
  const child = fork(fileURLToPath(url), {
    // What is read is thrown away at once: a small nursery keeps a hundred megabytes less, and takes no longer.
    execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=8'],
    // Dates and the like arrive as what they were.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // The settings hold passwords, which reading a workbook does not need. What one child has compiled the next one reads:
    // for a small file this halves its time.
    env: { NODE_COMPILE_CACHE: getCompileCacheDir() },
  })
  const reader: Reader = { kind, child }
  const complaint = lastWords(child)
  child.on('message', (answer) => reader.job?.resolve(answer as Answer))
  child.on('error', (error) => reader.job?.reject(error))
  // Not its exit, which may overtake its answer: the channel is read to its end by now.
  child.on('close', (code, signal) => {
    forget(reader)
    // V8 aborts when its heap is full; we kill when the time is up.
    const error = signal
      ? new AppError('FILE_UNPACKED_TOO_LARGE')
      : new Error(`The job ended with ${code}: ${complaint()}`)
    reader.job?.reject(error)
  })
  readers.push(reader)
  return reader
}

/** The end of what the child wrote to its error output. */
function lastWords(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', (data) => (text = (text + String(data)).slice(-2000)))
  // It alone holds no server that ends.
  ;(child.stderr as Socket | null)?.unref()
  return () => text
}

/** In the child: answers one job after the other. It ends when the parent lets go of it, or is gone. */
export function answerParent(work: (job: never) => Promise<unknown>): void {
  async function answer(job: unknown): Promise<void> {
    const result = await work(job as never)
    const answer: Answer = { result, hasGrown: process.memoryUsage.rss() > restingBytes }
    process.send?.(answer, () => flushCompileCache())
  }
  process.on('message', (job) => void answer(job))
  process.once('disconnect', () => process.exit())
}
