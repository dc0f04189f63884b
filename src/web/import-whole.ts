/**
 * The build puts `importWhole` around every `import()` (vite.config.ts). Most browsers remember a failed import, and that
 * of any file below it, for as long as the page is open: they never ask for that address again. So every file that a part
 * needs is fetched first, and the browser imports them when all are in its cache.
 */

/** Seed §9: a script that has not come after 120 s is given up. */
const timeoutMs = 120_000

/** No second try can help: the server has other files by now, or the browser refused what came. A fresh page can. */
export class PageOutdated extends Error {}

type Begun = Map<string, Promise<void>>
const fetched: Begun = new Map()
const linked: Begun = new Map()

/** `files`: all that the part needs and the page may lack, relative to `importer`. */
export async function importWhole<T>(
  importPart: () => Promise<T>,
  files: readonly string[],
  importer: string,
): Promise<T> {
  if (fetched.size === 0) noteFirstFiles()
  const urls = files.map((file) => new URL(file, importer).href)
  await Promise.all(urls.map((url) => once(fetched, url, fetchFile)))
  // In the order of the list: of two rules of equal weight the later one counts.
  await Promise.all(urls.filter((url) => url.endsWith('.css')).map((url) => once(linked, url, linkStyles)))
  try {
    return await importPart()
  } catch (cause) {
    throw new PageOutdated('A script came and could not be imported', { cause })
  }
}

/** What failed is forgotten, and begins again when the part is asked for again. */
function once(begun: Begun, url: string, begin: (url: string) => Promise<void>): Promise<void> {
  const running = begun.get(url)
  if (running) return running
  const started = begin(url)
  begun.set(url, started)
  started.catch(() => begun.delete(url))
  return started
}

/** The files that index.html names are there: this script came with them. */
function noteFirstFiles(): void {
  const links = Array.from(document.querySelectorAll('link'), ({ href }) => href)
  const scripts = Array.from(document.scripts, ({ src }) => src)
  for (const url of [...links, ...scripts]) {
    fetched.set(url, Promise.resolve())
    linked.set(url, Promise.resolve())
  }
}

async function fetchFile(url: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (response.status === 404) throw new PageOutdated(`${url} is gone`)
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}`)
  // To its end: half a file would fail in the import.
  await response.arrayBuffer()
}

function linkStyles(url: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = ''
  link.href = url
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`${url} could not be applied`))
    })
    document.head.append(link)
  })
}
