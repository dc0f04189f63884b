/**
 * Runs a module in a process of its own with bounds on memory and time. A small file may cost hours of CPU and
 * gigabytes of memory. A thread is not enough: one that runs out of memory may take the whole process down with it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { fileURLToPath } from 'node:url'
import { AppError } from '../errors.ts'
import { Turnstile } from '../turnstile.ts'

interface Bounds {
  heapMegabytes: number
  milliseconds: number
}

export const usualBounds: Bounds = { heapMegabytes: 400, milliseconds: 60_000 }
/** The caller has sent the file already, so the call waits as long as two usual jobs may take. */
const processes = new Turnstile(2, { patienceMs: 2 * usualBounds.milliseconds })

/**
 * What the module at `url` answers to `data` (`answerParent`). FILE_UNPACKED_TOO_LARGE when it runs out of memory or time.
 * No more than two run at once, the others wait their turn.
 */
export function runApart<T>(url: URL, data: unknown, bounds = usualBounds): Promise<T> {
  return processes.pass(() => run<T>(url, data, bounds))
}

function run<T>(url: URL, data: unknown, { heapMegabytes, milliseconds }: Bounds): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
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
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds)
  const complaint = lastWords(child)
  child.once('message', (answer) => resolve(answer as T))
  child.once('error', reject)
  // Not its exit, which may overtake its answer: the channel is read to its end by now.
  child.once('close', (code, signal) => {
    clearTimeout(timer)
    // V8 aborts when its heap is full; we kill when the time is up.
    reject(signal ? new AppError('FILE_UNPACKED_TOO_LARGE') : new Error(`The job ended with ${code}: ${complaint()}`))
  })
  child.send(data as object)
  return promise
}

/** The end of what the child wrote to its error output. */
function lastWords(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', (data) => (text = (text + String(data)).slice(-2000)))
  return () => text
}

/** In the child: answers the one job it is sent, and ends. It ends as well when the parent is gone. */
export function answerParent(work: (job: never) => Promise<unknown>): void {
  async function answer(job: unknown): Promise<void> {
    const result = await work(job as never)
    process.send?.(result, () => process.disconnect())
  }
  process.once('message', (job) => void answer(job))
  process.once('disconnect', () => process.exit())
}
