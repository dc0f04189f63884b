/** Saves the file that an endpoint answers. For small files; whole exports are opened by a ticket instead. */
import type { Endpoint } from '#contract/endpoint.ts'
import { type CallInput, send } from './client.ts'

/** Throws `ApiError`. False when the call was cancelled. */
export async function download<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<boolean> {
  const response = await send(endpoint, input)
  if (!response) return false
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = fileName(response.headers.get('content-disposition')) ?? ''
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return true
}

/** `attachment; filename*=UTF-8''a%20b.xlsx` → `a b.xlsx`. */
export function fileName(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  return encoded === undefined ? /filename="([^"]+)"/.exec(disposition ?? '')?.[1] : decodeURIComponent(encoded)
}
