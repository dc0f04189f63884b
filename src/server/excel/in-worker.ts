/**
 * Runs a module in a thread of its own with bounds on memory and time: hours of somebody's CPU and gigabytes of their
 * memory may hide in a small file, and other calls must not wait for it.
 */
import { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'

const heapMegabytes = 400
const timeLimitMs = 60_000
const threads = 2

let running = 0
const waiting: (() => void)[] = []

/**
 * What the module at `url` posts, given `data` as its `workerData`. FILE_UNPACKED_TOO_LARGE when it runs out of memory or
 * time. No more than two run at once, the others wait their turn.
 */
export async function runInWorker<T>(url: URL, data: unknown): Promise<T> {
  if (running >= threads) await new Promise<void>((resume) => waiting.push(resume))
  else running += 1
  try {
    return await run<T>(url, data)
  } finally {
    // The turn is handed on rather than given back, so that nobody takes it in between.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function run<T>(url: URL, data: unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(url, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } })
    const timer = setTimeout(() => {
      reject(new AppError('FILE_UNPACKED_TOO_LARGE'))
      void worker.terminate()
    }, timeLimitMs)
    worker.once('message', resolve)
    worker.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AppError('FILE_UNPACKED_TOO_LARGE') : error)
    })
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('The worker ended without an answer'))
    })
  })
}
