/** The browser of the journeys: what CHROMIUM_PATH names, else the system's own. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Chromium without a window: a new profile takes a fifth of the time, a page three quarters. */
const shell = 'chromium-headless-shell'
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Undefined when there is none, which CHROMIUM_PATH can change. */
export function findChromium(names = [shell, ...browsers]): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)]
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

/** On Debian and its like, as root, the shell and a font for Chinese are brought. Else what there is. */
export function bestChromium(): string | undefined {
  if (!findChromium([shell]) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium with apt-get (once)')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const run = (...args: string[]) =>
      spawnSync('apt-get', ['-qq', '-o', 'Acquire::http::Timeout=20', ...args], {
        env,
        stdio: 'ignore',
        timeout: 300_000,
      })
    run('update')
    run('install', '-y', '--no-install-recommends', shell, 'fonts-noto-cjk')
    if (!findChromium()) run('install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk')
  }
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
