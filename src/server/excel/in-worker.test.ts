import { expect, test } from 'vitest'
import { runInWorker } from './in-worker.ts'

function moduleOf(body: string): URL {
  return new URL(`data:text/javascript,import { parentPort, workerData } from 'node:worker_threads'; ${body}`)
}

const echo = moduleOf('parentPort.postMessage(workerData)')

test('each of many jobs gets its own answer, whoever had to wait', async () => {
  const jobs = [1, 2, 3, 4, 5]
  expect(await Promise.all(jobs.map((job) => runInWorker(echo, job)))).toEqual(jobs)
})

test('a job that takes all memory is refused and leaves room for the next', async () => {
  const hungry = moduleOf('const all = []; for (;;) all.push(Array.from({ length: 1e5 }, () => ({})))')
  await expect(runInWorker(hungry, undefined)).rejects.toMatchObject({ code: 'FILE_UNPACKED_TOO_LARGE' })
  expect(await runInWorker(echo, 'next')).toBe('next')
})

test('a job that fails, or ends without an answer, fails for its caller', async () => {
  await expect(runInWorker(moduleOf('throw new Error("broken")'), 1)).rejects.toThrow('broken')
  await expect(runInWorker(moduleOf(''), 1)).rejects.toThrow('The worker ended without an answer')
})
