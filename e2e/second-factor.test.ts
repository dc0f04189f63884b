/** The second factor in the browser: an app and a passkey are set up in one's account, then asked for at the sign-in. */
import { TOTP } from 'otpauth'
import { expect, onTestFinished, test } from 'vitest'
import { createAdmin } from '#server/people/create-admin.ts'
import { openAsOwner } from '#server/db/pool.ts'
import { arrive } from './browser.ts'
import { demoPassword } from './global-setup.ts'
import { product } from './product.ts'
import { blemishes } from './screens.ts'
import { browser } from './test-browser.ts'

const username = 'telma'

/** Keeps passkeys, and opens them for its owner, who is always there. */
const device = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
} as const

test('a payer sets up an app and a passkey and signs in with them', async () => {
  const database = openAsOwner(product().databaseUrl)
  await createAdmin(database.db, {
    username,
    name: 'Telma Nhampossa',
    role: 'PAYMENT_APPROVER',
    password: demoPassword,
  })
  await database.close()
  // Passkeys belong to names, not to numbers.
  const { page, t, go, leave } = await arrive(browser, 'en', product().url.replace('127.0.0.1', 'localhost'))
  onTestFinished(leave)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: device })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const closeCodes = () =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: t('action.close') })
      .last()
      .click()
  const givePassword = async () => {
    await page.getByLabel(t('login.username')).fill(username)
    await page.getByLabel(t('login.password'), { exact: true }).fill(demoPassword)
    await page.keyboard.press('Enter')
  }
  const signOut = async () => {
    await page.evaluate(() => localStorage.clear())
    await go('/login?from=/account')
  }
  const account = page.getByRole('heading', { name: t('account.title') })
  await go('/login?from=/account')
  await givePassword()

  await press(t('factors.addApp'))
  const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
  const code = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
  await page.getByLabel(t('factors.appCode')).fill(code(0))
  await press(t('factor.confirm'))
  await page.getByRole('heading', { name: t('factors.codesTitle') }).waitFor()
  expect(await blemishes(page)).toEqual([])
  await closeCodes()
  await page.getByText(t('factors.replaceApp')).waitFor()

  await press(t('factors.addPasskey'))
  await page.getByLabel(t('factors.name')).fill('Work laptop')
  await press(t('factor.confirm'))
  await page.getByText(`${t('factors.PASSKEY')}: Work laptop`).waitFor()

  // By a code after the password.
  await signOut()
  await givePassword()
  await page.getByLabel(t('factor.code')).fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText(t('errors.CODE_WRONG')).waitFor()
  expect(await blemishes(page)).toEqual([])
  await page.getByLabel(t('factor.code')).fill(code(1))
  await page.keyboard.press('Enter')
  await account.waitFor()

  // By the passkey alone: two keys from the field that has the focus.
  await signOut()
  await page.getByRole('button', { name: t('factor.passkey') }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('username')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await account.waitFor()
})
