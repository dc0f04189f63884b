/** Search over everything: by keys from any screen, to what the user may see. */
import { expect, test } from 'vitest'
import { signIn } from './browser.ts'
import { flaws } from './screens.ts'
import { browser } from './test-browser.ts'

test('a user finds a screen, a survey and the responses of a name by keys alone', async () => {
  const visitor = await signIn(browser, 'admin', 'en')
  const { page, t, go, leave, complaints } = visitor
  await go('/dashboard')
  await page.getByRole('button', { name: t('search.title') }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('searchbox', { name: t('search.title') })
  await field.fill('tas')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/task*')
  await page.keyboard.press('Control+k')
  await field.fill('water')
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: t('search.group.surveys') })
    .waitFor()
  expect(await flaws(visitor)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/(survey|site)\/\d+/)
  await page.getByRole('button', { name: t('search.title') }).click()
  await field.fill('zzzz-nothing')
  await page.getByText(t('search.nothing')).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => field.count()).toBe(0)
  expect(complaints).toEqual([])
  await leave()
})

test('a reviewer finds no payments', async () => {
  const { page, t, go, leave } = await signIn(browser, 'reviewer', 'en')
  await go('/dashboard')
  await page.getByRole('button', { name: t('search.title') }).waitFor()
  await page.keyboard.press('Control+k')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.getByRole('searchbox', { name: t('search.title') }).fill('ana')
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: t('search.group.responses') })
    .waitFor()
  expect(asked.filter((path) => path.endsWith('/payments'))).toEqual([])
  await leave()
})

test('letters typed right after the first Ctrl-K search, although the search is late', async () => {
  const { page, t, go, leave } = await signIn(browser, 'admin', 'en')
  await go('/dashboard')
  await page.getByRole('button', { name: t('search.title') }).waitFor()
  await page.route('**/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('tasks')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/task*')
  await leave()
})
