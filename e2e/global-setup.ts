/** The product as a newcomer gets it: its own process, embedded database, demo data, built pages. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'

export const demoPassword = 'journey password 1'

declare module 'vitest' {
  export interface ProvidedContext {
    url: string
    /** Of the product's own database, as its owner. */
    databaseUrl: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'canvass-e2e-'))
  const child = spawn(process.execPath, [resolve('src/server/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, CANVASS_DEMO_PASSWORD: demoPassword, LOG_LEVEL: 'warn' },
  })
  project.provide('url', await readyUrl(child.stdout))
  project.provide('databaseUrl', await databaseUrl(dataDir))
  return async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function databaseUrl(dataDir: string): Promise<string> {
  const keys = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')) as {
    port: number
    ownerPassword: string
  }
  return `postgresql://canvass_owner:${keys.ownerPassword}@127.0.0.1:${keys.port}/canvass`
}

async function readyUrl(output: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: output })
  for await (const line of lines) {
    const url = /(http:\/\/\S+)/.exec(line)?.[1]
    if (line.includes('is ready') && url) {
      lines.on('line', () => undefined)
      return url.replace(/\/$/, '')
    }
  }
  throw new Error('The server ended before it was ready')
}
