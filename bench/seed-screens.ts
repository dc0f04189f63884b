/** The screens of the seed with ids of records of the demo, and its users in front of them. */
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { password } from './product.ts'

const viewport = { width: 1280, height: 900 }

const readJson = async <T>(name: string) =>
  JSON.parse(await readFile(new URL(`../test/seed/${name}`, import.meta.url), 'utf8')) as T

/** The seed's screens and charts, with ids of records that the user of the page sees. */
export async function seedScreens(page: Page): Promise<string[]> {
  const lists: Record<string, string> = {
    user: 'users/participants',
    admin: 'users/admins',
    category: 'categories',
    subcategory: 'subcategories',
    siteCategory: 'siteCategories',
    issueCategory: 'issueCategories',
    companies: 'companies',
    survey: 'surveys',
  }
  const idOf = async (list: string) =>
    page.evaluate<number>(`(async () => {
      const headers = { authorization: 'Bearer ' + localStorage.getItem('authToken') }
      const answer = await (await fetch('/api/v1/${list}?page=1&pageSize=1', { headers })).json()
      return (answer.list ?? answer.data.content)[0].id
    })()`)
  const paths = (await readJson<{ path: string }[]>('routes.json')).map(({ path }) => path)
  const { shows: _, ...groups } = await readJson<Record<string, string[]>>('charts.json')
  const charts = Object.entries(groups).flatMap(([group, names]) => names.map((name) => `/chart/${group}/${name}`))
  const filled = []
  for (const path of [...paths.filter((each) => each !== '/login'), ...charts]) {
    const list = lists[path.split('/')[1] ?? '']
    filled.push(path.includes('{id}') && list ? path.replace('{id}', String(await idOf(list))) : path)
  }
  return filled
}

export async function signIn(browser: Browser, url: string, username: string): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${url}/login?lang=en`)
  await page.locator('.login input').first().fill(username)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  return page
}
