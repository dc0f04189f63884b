import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runApart } from './apart.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canvass-apart-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A module that does this with its `job`. */
async function moduleOf(name: string, body: string): Promise<URL> {
  const path = join(folder, `${name}.mjs`)
  const apart = JSON.stringify(new URL('apart.ts', import.meta.url).href)
  await writeFile(path, `import { answerParent } from ${apart}\nanswerParent(async (job) => { ${body} })\n`)
  return pathToFileURL(path)
}

test('each of many jobs gets its own answer, whoever had to wait, and a date stays a date', async () => {
  const echo = await moduleOf('echo', 'return job')
  const jobs = [1, 2, 3, 4, 5].map((day) => ({ day: new Date(day) }))
  expect(await Promise.all(jobs.map((job) => runApart(echo, job)))).toEqual(jobs)
})

test('jobs that take all memory or all time are refused, and leave the process and room for the next', async () => {
  const hungry = await moduleOf('hungry', 'const all = []; for (;;) all.push(Array.from({ length: 1e5 }, () => ({})))')
  const endless = await moduleOf('endless', 'for (;;);')
  const refused = { code: 'FILE_UNPACKED_TOO_LARGE' }
  const small = { heapMegabytes: 40, milliseconds: 60_000 }
  for (const job of [1, 2, 3]) await expect(runApart(hungry, job, small)).rejects.toMatchObject(refused)
  await expect(runApart(endless, 1, { heapMegabytes: 40, milliseconds: 500 })).rejects.toMatchObject(refused)
  expect(await runApart(await moduleOf('next', 'return job'), 'next')).toBe('next')
})

test('a job that fails, or ends without an answer, fails for its caller', async () => {
  await expect(runApart(await moduleOf('broken', 'throw new Error("broken")'), 1)).rejects.toThrow('broken')
  await expect(runApart(await moduleOf('silent', 'process.exit(0)'), 1)).rejects.toThrow('The job ended with 0')
})
