/** Sign-on in the browser: the button of a provider, and what the page does on the way back. Providers have server tests. */
import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { demoPassword } from './global-setup.ts'
import { product } from './product.ts'
import { blemishes } from './screens.ts'
import { browser } from './test-browser.ts'

test('a provider has a button, and the way back ends inside or says why not', async () => {
  const { page, t, go, leave } = await visit(browser, 'zh')
  // The page as a house with a provider writes it.
  await page.route(/\/login\?/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      '"canvass-sign-on" content="[]"',
      '"canvass-sign-on" content=\'[["id","Field ID"]]\'',
    )
    await route.fulfill({ response: answer, body })
  })
  await go('/login?from=/account&lang=zh')
  const button = page.getByRole('link', { name: t('login.signOn', { provider: 'Field ID' }) })
  expect(await button.getAttribute('href')).toBe('/api/v1/auth/sign-on/id?from=/account&lang=zh')
  expect(await blemishes(page)).toEqual([])

  await go('/login?from=/account&lang=zh&signOn')
  await page.getByText(t('errors.STEP_EXPIRED')).first().waitFor()

  await page.route('**/api/v1/auth/sign-on', async (route) => {
    const data = { username: 'reviewer', password: demoPassword }
    await route.fulfill({ response: await page.request.post(`${product().url}/api/v1/auth/login`, { data }) })
  })
  await go('/login?from=/account&lang=zh&signOn')
  await page.getByRole('heading', { name: t('account.title') }).waitFor()
  await leave()
})
