/**
 * From a bare clone to Node 24 with all packages in place. Plain JavaScript for Node 20: it runs before anything else, with
 * the Node that started npm. Entry points call `bootstrap()` first and import everything else after it.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import process from 'node:process'

const checkout = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const ownMajor = Number(process.versions.node.split('.')[0])

/**
 * Installs missing packages and returns under Node 24 or newer. When this one is older, a child does the work in its
 * place.
 */
export async function bootstrap() {
  process.chdir(checkout)
  if (ownMajor < 20) fail(`Canvass needs Node 20 or newer to start (this is ${process.version})`)
  if (!isInstalled()) install()
  if (ownMajor < 24) await continueOnBroughtNode()
}

/** True when node_modules holds what the lock file says, however it was installed. npm writes its own list last of all. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json')
  const found = packagesOf('node_modules/.package-lock.json')
  const same = (path) =>
    wanted[path].version === found[path]?.version && wanted[path].integrity === found[path].integrity
  // Packages for other platforms are optional and absent.
  return Object.keys(wanted).every((path) => path === '' || same(path) || (wanted[path].optional && !found[path]))
}

function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}
}

function install() {
  console.log('Installing the packages (once; it takes about half a minute)')
  // Not `npm ci`: it removes all packages first, also those that a server or a test at work here runs from. The versions are
  // those of the lock file all the same. The development packages build the pages, also where NODE_ENV is production.
  const args = [
    'install',
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const npm = process.env.npm_execpath ?? ''
  const { status } = npm.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [npm, ...args], { stdio: 'inherit' })
    : spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) fail('The packages could not be installed: npm says above why')
}

async function continueOnBroughtNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const node = resolve(`node_modules/node-${system}-${process.arch}/bin/node`)
  if (spawnSync(node, ['--version']).status !== 0) {
    fail(`Canvass needs Node 24 or newer on this system (this is ${process.version}): https://nodejs.org has it`)
  }
  // The channel tells the child when we are gone, even by kill -9, so that it never stays behind alone.
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
  await new Promise(() => {})
}

function fail(line) {
  console.error(line)
  process.exit(1)
}
