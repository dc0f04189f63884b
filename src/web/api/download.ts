/** Saves the file that an endpoint answers. For small files; whole exports are opened by a ticket instead. */
import type { Endpoint } from '#contract/endpoint.ts'
import { type CallInput, send } from './client.ts'
import { fileName } from './file-name.ts'

/** Throws `ApiError`. False when the call was cancelled. */
export async function download<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<boolean> {
  const file = await send(endpoint, input, async (response) => ({
    name: fileName(response.headers.get('content-disposition')) ?? '',
    bytes: await response.blob(),
  }))
  if (!file) return false
  saveAs(file.name, file.bytes)
  return true
}

/** Lets the browser save bytes that the page has. */
export function saveAs(name: string, bytes: Blob): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
