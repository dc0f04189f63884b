/**
 * The build puts `importWhole` around every `import()` (vite.config.ts). Most browsers remember a failed import, and
 * that of any file below it, for as long as the page is open. They never ask for that address again. So every file that
 * a part needs is fetched first, and the browser imports them when all are in its cache.
 */

/** Seed §9: a script that has not come after 120 s is given up. */
const timeoutMs = 120_000

/** No second try can help: the server has other files by now, or the browser holds on to a failure. A fresh page can. */
export class PageOutdated extends Error {}

type Begun = Map<string, Promise<void>>
const fetched: Begun = new Map()
const linked: Begun = new Map()
let fetchesFirst = false

/**
 * From now on: the first screen is there. Before, a failure leads to the error screen, which loads the page again. The
 * many files of a first screen come sooner when each is requested once.
 */
export function fetchFirst(): void {
  fetchesFirst = true
}

/** `files`: all that the part needs and the page may lack, relative to `importer`. */
export async function importWhole<T>(
  importPart: () => Promise<T>,
  files: readonly string[],
  importer: string,
): Promise<T> {
  if (linked.size === 0) noteFirstFiles()
  const signal = AbortSignal.timeout(timeoutMs)
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
  tooLate.catch(() => undefined)
  const urls = files.map((file) => new URL(file, importer).href)
  if (fetchesFirst) {
    const lacking = urls.filter((url) => !linked.has(url))
    await Promise.all(lacking.map((url) => once(fetched, url, () => fetchFile(url, signal))))
  }
  try {
    // In the order of the list: of two style rules of equal weight the later one counts.
    await Promise.race([tooLate, Promise.all(urls.map((url) => once(linked, url, () => linkFile(url))))])
    return await Promise.race([tooLate, importPart()])
  } catch (cause) {
    throw new PageOutdated('A part could not be imported', { cause })
  }
}

/** What failed is forgotten, and begins again when the part is asked for again. */
function once(begun: Begun, url: string, begin: () => Promise<void>): Promise<void> {
  const running = begun.get(url)
  if (running) return running
  const started = begin()
  begun.set(url, started)
  started.catch(() => begun.delete(url))
  return started
}

/** The files that index.html names are there: this script came with them. */
function noteFirstFiles(): void {
  const links = Array.from(document.querySelectorAll('link'), ({ href }) => href)
  const scripts = Array.from(document.scripts, ({ src }) => src)
  for (const url of [...links, ...scripts]) linked.set(url, Promise.resolve())
}

async function fetchFile(url: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { signal })
  if (response.status === 404) throw new PageOutdated(`${url} is gone`)
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}`)
  // To its end: half a file would fail in the import.
  await response.arrayBuffer()
}

function linkFile(url: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = url.endsWith('.css') ? 'stylesheet' : 'modulepreload'
  link.crossOrigin = ''
  link.href = url
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`${url} did not come`))
    })
    document.head.append(link)
  })
}
