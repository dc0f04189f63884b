import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { enableCompileCache, getCompileCacheDir } from 'node:module'
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

test('each of many jobs gets its own answer, also after a wait; a date stays a date', async () => {
  const echo = await moduleOf('echo', 'return job')
  const jobs = [1, 2, 3, 4, 5].map((day) => ({ day: new Date(day) }))
  expect(await Promise.all(jobs.map((job) => runApart(echo, job)))).toEqual(jobs)
})

test('jobs that take all memory or all time are refused, and the next ones run', async () => {
  const hungry = await moduleOf('hungry', 'const all = []; for (;;) all.push(Array.from({ length: 1e5 }, () => ({})))')
  const endless = await moduleOf('endless', 'for (;;);')
  const refused = { code: 'FILE_UNPACKED_TOO_LARGE' }
  const small = { heapMegabytes: 40, milliseconds: 60_000 }
  for (const job of [1, 2, 3]) await expect(runApart(hungry, job, small)).rejects.toMatchObject(refused)
  await expect(runApart(endless, 1, { heapMegabytes: 40, milliseconds: 500 })).rejects.toMatchObject(refused)
  expect(await runApart(await moduleOf('next', 'return job'), 'next')).toBe('next')
})

test('jobs that follow one another share a process, until it has grown', async () => {
  const heap = await moduleOf('heap', 'globalThis.kept = Buffer.alloc(job, 1); return process.pid')
  const ids: number[] = []
  for (const size of [1, 1, 2.2e8, 1]) ids.push(await runApart<number>(heap, size))
  const [first, , , last] = ids
  expect(ids).toEqual([first, first, first, last])
  expect(last).not.toBe(first)
})

test('a job that fails, or ends without an answer, fails for its caller', async () => {
  await expect(runApart(await moduleOf('broken', 'throw new Error("broken")'), 1)).rejects.toThrow('broken')
  await expect(runApart(await moduleOf('silent', 'process.exit(0)'), 1)).rejects.toThrow('The job ended with 0')
})

test('an answer that arrives after the end of the process counts', async () => {
  // A process of the job's own holds its channel open, and sends the answer once the job is gone.
  const late = `setInterval(() => process.ppid === Number(process.argv[1]) || process.send({ result: 'late' }, () => process.exit()), 10)`
  const overtaken = await moduleOf(
    'overtaken',
    `const { spawn } = await import('node:child_process')
     const env = { NODE_CHANNEL_FD: '3', NODE_CHANNEL_SERIALIZATION_MODE: 'advanced' }
     const stdio = ['ignore', 'ignore', 'ignore', 3]
     spawn(process.execPath, ['-e', ${JSON.stringify(late)}, String(process.pid)], { env, stdio })
     process.exit(0)`,
  )
  expect(await runApart(overtaken, 1)).toBe('late')
})

test('a job inherits no setting, but finds what the one before it has compiled', async () => {
  enableCompileCache(join(folder, 'compiled'))
  process.env['SECRET_OF_THE_SERVER'] = 'x'
  const env = await runApart<Record<string, string>>(await moduleOf('env', 'return { ...process.env }'), 1)
  expect(env).toEqual({ NODE_COMPILE_CACHE: getCompileCacheDir() })
  const [compiled] = await readdir(env['NODE_COMPILE_CACHE'] ?? '')
  expect(compiled).toContain(process.version)
})
