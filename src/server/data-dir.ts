/** DATA_DIR, made on the first start. */
import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Returns the topmost folder that had to be made. Throws an Error with one line that names the folder. */
export function openDataDir(dataDir: string): string | undefined {
  try {
    const made = makeFolder(dataDir)
    // Tried rather than asked: root may write everywhere by the mode bits, and still not below /proc or on a full disk.
    rmdirSync(mkdtempSync(join(dataDir, 'try-')))
    return made
  } catch (error) {
    throw new Error(`DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}`, { cause: error })
  }
}

/** Node's own recursion never ends below /proc, where every new folder is missing although the one above is there. */
function makeFolder(path: string): string | undefined {
  try {
    mkdirSync(path, { mode: 0o700 })
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && isFolder(path)) return undefined
    if (code !== 'ENOENT' || isFolder(dirname(path))) throw error
  }
  const above = makeFolder(dirname(path))
  return makeFolder(path) && (above ?? path)
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
