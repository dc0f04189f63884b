/** Sends a request and says how much of its body has gone out, which `fetch` does not tell. */

/** `onSent` gets the part that has gone out, from 0 to 1. Rejects as `fetch` does, also when the signal aborts. */
export function sendByParts(url: string, init: RequestInit, onSent: (part: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'POST', url)
    request.responseType = 'blob'
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total === 0 ? 1 : loaded / total))
    request.addEventListener('load', () => {
      const { status, statusText } = request
      const headers = new Headers({ date: request.getResponseHeader('date') ?? '' })
      resolve(new Response(status === 204 ? null : (request.response as Blob), { status, statusText, headers }))
    })
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    init.signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(init.body as XMLHttpRequestBodyInit)
  })
}
