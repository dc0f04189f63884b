/** The product of a browser bench: a process and a database of its own, demo data, built pages. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../scripts/chromium.ts'

export const password = 'bench password 1'

/** Nothing of either remains afterwards. */
export async function inBrowser(measure: (browser: Browser, url: string) => Promise<void>): Promise<void> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('No Chromium: install it or set CHROMIUM_PATH')
  const dataDir = await mkdtemp(join(tmpdir(), 'canvass-bench-'))
  const { child, url } = await startProduct({ DATA_DIR: dataDir, CANVASS_DEMO_PASSWORD: password })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    await measure(browser, url)
  } finally {
    await browser.close()
    await stopProduct(child)
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The server as it is started, on a free port. */
export async function startProduct(env: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [resolve('src/server/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'warn', ...env },
  })
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines) {
    const url = /(http:\/\/\S+)/.exec(line)?.[1]
    if (!line.includes('is ready') || !url) continue
    lines.on('line', (later) => later.includes('"level":50') && console.error(troubleIn(later)))
    return { child, url: url.replace(/\/$/, '') }
  }
  throw new Error('The server ended before it was ready')
}

/** A line of its log in short: what was in vain, of which call or chore, and why. */
function troubleIn(line: string): string {
  const { msg, err, route, chore } = JSON.parse(line) as Record<'msg' | 'route' | 'chore', string> & { err?: Error }
  const [where] = /src\/server\S+(?<!pool.ts|named.ts):\d+/.exec(err?.stack ?? '') ?? []
  return [new Date().toISOString(), msg, route ?? chore, err?.message, where].filter(Boolean).join(' | ')
}

export async function stopProduct(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
