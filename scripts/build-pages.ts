/** Builds dist/web and dist/link when their sources changed; else costs a few milliseconds and loads no build tool. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const sources = [
  'src/web',
  'src/contract',
  'src/domain',
  'src/words',
  'vite.config.ts',
  'vite.link.config.ts',
  'scripts/page-files.ts',
  'package-lock.json',
]
const stampFile = 'dist/web.stamp'

/** Ends the process with what the build said when it fails. */
export function buildPages(): void {
  const stamp = hashOf(sources.flatMap(filesIn))
  if (existsSync('dist/web/index.html') && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  console.log('Building the pages (when their sources changed; it takes some seconds)')
  rmSync(stampFile, { force: true })
  for (const config of ['vite.link.config.ts', 'vite.config.ts']) build(config)
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, stamp)
}

function build(config: string): void {
  const { status, stdout } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '-c', config], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status === 0) return
  console.error(`${stdout}\nThe pages could not be built`)
  process.exit(1)
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return []
  const entries = path.includes('.') ? undefined : readdirSync(path, { recursive: true, withFileTypes: true })
  const files = entries?.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)) ?? [path]
  return files.filter((file) => !/\.test\.tsx?$/.test(file)).sort()
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

if (import.meta.main) buildPages()
