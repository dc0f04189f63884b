/** One call as a user wrote it: whatever the server answers comes back, refusals too. `client.ts` is for our own calls. */
import { fileName } from './file-name.ts'
import { basePath } from './page-settings.ts'
import { passwordGiven } from './password-question.ts'
import { expireSession, openRequests } from './session-end.ts'
import { noteAnswer } from './session-clock.ts'
import { readText } from './storage.ts'
import { apiUrl } from './url.ts'

export interface RawCall {
  method: string
  /** Below /api/v1, with its query. */
  path: string
  body: string | FormData | undefined
}

export interface RawAnswer {
  status: number
  statusText: string
  headers: [name: string, value: string][]
  ms: number
  bytes: Blob
  /** The file name of an answer that the user saves. */
  fileName: string | undefined
}

/** With the token of the person signed in. Throws what `fetch` throws. */
export async function sendRaw(call: RawCall): Promise<RawAnswer> {
  const answer = await sendOnce(call)
  if (answer.status !== 403 || !(await asksForPassword(answer)) || !(await passwordGiven())) return answer
  return sendOnce(call)
}

async function asksForPassword({ bytes }: RawAnswer): Promise<boolean> {
  return (await bytes.text()).includes('"REAUTH_REQUIRED"')
}

async function sendOnce({ method, path, body }: RawCall): Promise<RawAnswer> {
  const token = readText('authToken')
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  const request = openRequests.open()
  const begun = performance.now()
  try {
    const response = await fetch(apiUrl(basePath, path), {
      method,
      headers,
      signal: request.signal,
      ...(body === undefined ? {} : { body }),
    })
    const bytes = await response.blob()
    const ms = performance.now() - begun
    if (response.status !== 401) noteAnswer(response.headers.get('date'))
    else if (token === readText('authToken') && path !== '/auth/login') expireSession()
    const { status, statusText } = response
    const disposition = response.headers.get('content-disposition')
    return { status, statusText, headers: [...response.headers], ms, bytes, fileName: fileName(disposition) }
  } finally {
    request.close()
  }
}
