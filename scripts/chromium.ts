/** The browser of the journeys: what CHROMIUM_PATH names, else the system's own. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Undefined when there is none, which CHROMIUM_PATH can change. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)]
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

/** On Debian and its like, as root: brings Chromium and a font for Chinese. Undefined when it could not. */
export function installChromium(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium with apt-get (once)')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  run('update')
  run('install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk')
  return findChromium()
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
