/** Records for a journey to meet, made by the API in the name of the signed-in user. */
import type { Page } from 'playwright-core'
import type { PaymentRow } from '#contract/payment-rows.ts'

export interface Made {
  id: number
  title: string
  version: number
}

/** One call below /api/v1; answers its `data`. */
export async function callApi<Data>(page: Page, method: string, path: string, data?: object): Promise<Data> {
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  const answer = await page.request.fetch(new URL(`/api/v1${path}`, page.url()).href, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data === undefined ? {} : { data }),
  })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return ((await answer.json()) as { data: Data }).data
}

/** A payment that was paid for a visit: those by hand may have none. */
export async function paidVisit(page: Page): Promise<PaymentRow | undefined> {
  const paid = await callApi<PaymentRow[]>(page, 'GET', '/payments?status=SUCCESSFUL&pageSize=20')
  return paid.find(({ locationId }) => locationId !== null)
}

/** Categories of these titles, several at a time. */
export async function makeCategories(page: Page, titles: readonly string[]): Promise<Made[]> {
  const made: Made[] = []
  for (let at = 0; at < titles.length; at += 25) {
    const some = titles.slice(at, at + 25).map((title) => callApi<Made>(page, 'POST', '/categories', { title }))
    made.push(...(await Promise.all(some)))
  }
  return made
}

/** `Well 01` to `Well 12`. */
export function numbered(word: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${word} ${String(index + 1).padStart(2, '0')}`)
}
