/** The console over the API: a call found, filled in, sent and read, by the rights of the person signed in. */
import { expect, test } from 'vitest'
import { signIn } from './browser.ts'
import { flaws } from './screens.ts'
import { browser } from './test-browser.ts'

test('an administrator finds a call, sends it by keys and reads the answer', async () => {
  const visitor = await signIn(browser, 'admin', 'pt-br')
  const { page, t, go, complaints, leave } = visitor
  await go('/request')
  await page.getByLabel(t('request.search')).fill('get /companies companies.read')
  await page.getByRole('button', { name: /^GET \/companies .*List/ }).click()
  await page.getByLabel('pageSize').fill('1')
  await page.keyboard.press('Enter')
  const answer = page.getByLabel(t('request.json'))
  await answer.waitFor()
  expect(await answer.innerText()).toContain('"pageSize": 1')
  expect(await page.locator('main').innerText()).not.toContain(
    await page.evaluate<string>(`localStorage.getItem('authToken')`),
  )
  expect(await flaws(visitor)).toEqual([])
  expect(complaints).toEqual([])
  await leave()
})

test('a writing call asks once in a visit, a file is saved, and sent calls come back', async () => {
  const { page, t, go, complaints, leave } = await signIn(browser, 'admin', 'en')
  await go('/request?call=DELETE+/companies/{id}')
  const send = page.getByRole('button', { name: t('request.send'), exact: true })
  await page.getByRole('textbox', { name: /^id/ }).fill('999999')
  await send.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('request.send') })
    .click()
  await page.getByText('"NOT_FOUND"').waitFor()
  await send.click()
  await page.getByRole('button', { name: /^404/ }).nth(1).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByLabel(t('request.search')).fill('sites template')
  await page.getByRole('button', { name: /^GET \/sites\/template/ }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), send.click()])
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
  await page.getByRole('button', { name: /^404/ }).first().click()
  await expect.poll(() => page.getByRole('textbox', { name: /^id/ }).inputValue()).toBe('999999')
  expect(complaints).toEqual([])
  await leave()
})
