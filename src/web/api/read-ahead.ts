/**
 * Reads that go out while the code that needs their answers is still loading. The first call of the same address
 * (client.ts) takes the answer instead of asking.
 */
import { basePath } from './page-settings.ts'
import { onSessionEnd, openRequests } from './session-end.ts'
import { readText } from './storage.ts'
import { apiUrl } from './url.ts'

interface EarlyCall {
  token: string
  answer: Promise<Response>
}

/** An answer that no call has taken by then is too old to be shown. */
const keptMs = 10_000
const asked = new Map<string, EarlyCall>()

onSessionEnd(() => asked.clear())

/** `path` is below /api/v1, with its query. Without a session there is nothing to ask. */
export function askAhead(path: string): void {
  const url = apiUrl(basePath, path)
  const token = readText('authToken')
  if (token === undefined || asked.has(url)) return
  const { signal, close } = openRequests.open()
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
  const answer = fetch(url, { headers, signal })
  asked.set(url, { token, answer })
  // The caller that takes the answer sees its failure.
  answer.catch(() => {}).finally(close)
  setTimeout(() => asked.delete(url), keptMs)
}

/** The answer to the address, once, and only for the session that asked. */
export function takeAhead(url: string, token: string | undefined): Promise<Response> | undefined {
  const found = asked.get(url)
  asked.delete(url)
  return found && found.token === token ? found.answer : undefined
}
