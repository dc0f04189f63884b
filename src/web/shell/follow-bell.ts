/**
 * The stream of the bell: a fetch, so that the token stays in its header. A line that breaks or says nothing is opened
 * again, later after each failure; meanwhile the page asks at each try, so a proxy that holds events back only makes it slower.
 */
import { type Bell, bell } from '#contract/bell.ts'
import { basePath } from '../api/page-settings.ts'
import { refresh } from '../api/query.ts'
import { expireSession, openRequests } from '../api/session-end.ts'
import { readText } from '../api/storage.ts'
import { apiUrl } from '../api/url.ts'
import { putBell } from './bell.ts'
import { retryMs, splitEvents } from './events.ts'

/** The first event comes at once, a sign of life every 20 s. */
const firstWithinMs = 10_000
const silenceMs = 45_000

export async function followBell(signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    failures = (await listen(signal)) ? 0 : failures + 1
    await pause(retryMs(failures, spread()), signal)
    if (failures > 0 && !signal.aborted) await refresh(bell.get)
  }
}

/** Until the line ends. Resolves to whether it told anything. */
async function listen(signal: AbortSignal): Promise<boolean> {
  const token = readText('authToken')
  if (token === undefined) return false
  const silence = new AbortController()
  const request = openRequests.open(AbortSignal.any([signal, silence.signal]))
  let patience = setTimeout(() => silence.abort(), firstWithinMs)
  let heard = false
  try {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
    const response = await fetch(apiUrl(basePath, bell.get.path), { headers, signal: request.signal })
    if (response.status === 401 && token === readText('authToken')) expireSession()
    if (!response.ok || !response.headers.get('content-type')?.startsWith('text/event-stream')) return false
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let rest = ''; ;) {
      const read = await reader?.read()
      if (!read || read.done) return heard
      clearTimeout(patience)
      patience = setTimeout(() => silence.abort(), silenceMs)
      const events = splitEvents(rest + read.value)
      rest = events.rest
      for (const data of events.data) putBell(JSON.parse(data) as Bell)
      heard ||= events.data.length > 0
    }
  } catch {
    return heard
  } finally {
    clearTimeout(patience)
    request.close()
  }
}

function spread(): number {
  return (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 255
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })
}
