/** The bytes of stored files, fetched by one-use tickets and kept: a file never changes under its id. */
import { files } from '#contract/files.ts'
import { call, isCancelled } from '../api/client.ts'
import { basePath } from '../api/page-settings.ts'
import { queryClient } from '../api/query.ts'
import { apiUrl } from '../api/url.ts'

type Look = 'whole' | 'thumbnail'

/** Where the file can be fetched once, within a minute; undefined when the call was cancelled. */
async function ticketUrl(id: number, look: Look): Promise<string | undefined> {
  const ticket = await call(files.ticket, { params: { id }, query: { look } })
  return isCancelled(ticket) ? undefined : apiUrl(basePath, ticket.url)
}

/** Of the file in this browser; throws when it cannot be had. */
export function localUrl(id: number, look: Look): Promise<string> {
  return queryClient.fetchQuery({
    queryKey: ['stored-file', id, look],
    queryFn: async () => {
      const url = await ticketUrl(id, look)
      const response = url === undefined ? undefined : await fetch(url)
      if (!response?.ok) throw new Error(response?.statusText ?? 'Cancelled')
      return URL.createObjectURL(await response.blob())
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** Lets the browser save it under its name. */
export async function saveStored(id: number, name: string): Promise<void> {
  const url = await ticketUrl(id, 'whole')
  if (url === undefined) return
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
