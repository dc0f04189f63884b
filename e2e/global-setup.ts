/**
 * The product as a newcomer gets it: its own process, embedded database, demo data, built pages. Each process of tests has
 * one for itself: journeys of two files never meet.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'

export const demoPassword = 'journey password 1'

export interface Product {
  url: string
  /** Of its own database, as the owner. */
  databaseUrl: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each process of tests. */
    products: Product[]
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = await Promise.all(Array.from({ length: project.config.maxWorkers }, () => startProduct()))
  const products = started.map(({ url, databaseUrl }) => ({ url, databaseUrl }))
  project.provide('products', products)
  return async () => void (await Promise.all(started.map(({ stop }) => stop())))
}

/** `before` prepares the folder of its data, as operators do before the first start: without it the demo is loaded. */
export async function startProduct(
  before?: (dataDir: string) => void,
): Promise<Product & { stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'canvass-e2e-'))
  before?.(dataDir)
  const child = spawn(process.execPath, [resolve('src/server/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, CANVASS_DEMO_PASSWORD: demoPassword, LOG_LEVEL: 'warn' },
  })
  return {
    url: await readyUrl(child.stdout),
    databaseUrl: await databaseUrl(dataDir),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
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
