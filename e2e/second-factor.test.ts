/** The second factor in the browser: set up in one's account, then asked for at the sign-in. */
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { createAdmin } from '#server/people/create-admin.ts'
import { openAsOwner } from '#server/db/pool.ts'
import { visit } from './browser.ts'
import { demoPassword } from './global-setup.ts'
import { product } from './product.ts'
import { blemishes } from './screens.ts'
import { browser } from './test-browser.ts'

const username = 'telma'

test('a payer sets up an app and signs in with it', async () => {
  const database = openAsOwner(product().databaseUrl)
  await createAdmin(database.db, {
    username,
    name: 'Telma Nhampossa',
    role: 'PAYMENT_APPROVER',
    password: demoPassword,
  })
  await database.close()
  const { page, t, go, leave } = await visit(browser, 'en')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const givePassword = async () => {
    await page.getByLabel(t('login.username')).fill(username)
    await page.getByLabel(t('login.password'), { exact: true }).fill(demoPassword)
    await page.keyboard.press('Enter')
  }
  await go('/login?from=/account')
  await givePassword()

  await press(t('factors.addApp'))
  const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
  const code = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

  await page.getByLabel(t('factors.appCode')).fill(code(0))
  await press(t('factors.confirm'))
  await page.getByRole('heading', { name: t('factors.codesTitle') }).waitFor()

  expect(await blemishes(page)).toEqual([])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('action.close') })
    .last()
    .click()
  await page.getByText(t('factors.replaceApp')).waitFor()

  await page.evaluate(() => localStorage.clear())
  await go('/login?from=/account')
  await givePassword()
  await page.getByLabel(t('factor.code')).fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText(t('errors.CODE_WRONG')).waitFor()

  expect(await blemishes(page)).toEqual([])
  await page.getByLabel(t('factor.code')).fill(code(1))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: t('account.title') }).waitFor()
  await leave()
})
