/** WHO's form of verbal autopsies, filled in to its end on a phone. FORMS: as for forms. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arriveAs, launch } from '../../e2e/browser.ts'
import { startProduct } from '../../e2e/global-setup.ts'
import { callApi, type Made } from '../../e2e/records.ts'
import { blemishes, phone } from '../../e2e/screens.ts'
import { buildPages } from '../../scripts/build-pages.ts'
import { findChromium } from '../../scripts/chromium.ts'
import { fileOf, strangerForms } from './corpus.ts'

const folder = process.env['FORMS'] ?? ''
const form = strangerForms.find(({ path }) => path.endsWith('/whova_form.xlsx'))
const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function bytesAtHand(): Buffer | undefined {
  const scratch = mkdtempSync(join(tmpdir(), 'strangers-'))
  const path = form && fileOf(form, folder, scratch)
  const bytes = path && readFileSync(path)
  rmSync(scratch, { recursive: true })
  return bytes || undefined
}

const buffer = bytesAtHand()

test.skipIf(!buffer || !findChromium())('a verbal autopsy is filled in at 390 px to its end, and sent', async () => {
  buildPages()
  const product = await startProduct()
  const browser = await launch()
  const { page, t, complaints } = await arriveAs(browser, 'manager', 'en', product.url)
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('authToken'))}`
  const multipart = { file: { name: 'whova_form.xlsx', mimeType, buffer: buffer ?? Buffer.of() } }
  const url = `${product.url}/api/v1/surveys/import?confirm=true`
  const imported = await page.request.post(url, { headers: { authorization }, multipart })
  const { data } = (await imported.json()) as { data: { survey: Made & { encodedId: string } } }
  const { id, encodedId } = data.survey
  await callApi(page, 'POST', `/surveys/${id}/publish`)
  await callApi(page, 'PUT', `/surveys/${id}/link`, { isOn: true })
  await page.setViewportSize(phone)
  await page.goto(`${product.url}/f/${encodedId}`)
  const end = page.getByRole('button', { name: t('questionnaire.link.send') })
  const onwards = page.locator('.q-steps button[type=submit]')
  await onwards.waitFor()
  const answered = new Map<string, number>()
  let pages = 0
  for (; (await end.count()) === 0; pages += 1) {
    await fillPage(page, answered)
    expect(await blemishes(page)).toEqual([])
    const before = await titleOf(page)
    await onwards.click()
    await page.locator(':focus').waitFor()
    // What is wrong is answered in another way.
    for (let round = 0; (await problems(page).count()) > 0; round += 1) {
      expect(round, `${before}: ${(await problems(page).allInnerTexts()).join()}`).toBeLessThan(values.length)
      for (const question of await problems(page).all()) await fill(question, answered)
      await fillPage(page, answered)
      await onwards.click()
      await page.locator(':focus').waitFor()
    }
  }
  console.log(`${answered.size} questions on ${pages} pages`)
  // Those of them that are asked of a grown person who was ill.
  expect(answered.size).toBeGreaterThan(200)
  await end.click()
  await page.getByText(t('questionnaire.link.sent')).waitFor()
  expect(complaints).toEqual([])
  const [stored] = await callApi<Made[]>(page, 'GET', `/responses?surveyId=${encodedId}`)
  const { answers } = await callApi<{ answers: object }>(page, 'GET', `/responses/${stored?.id}`)
  expect(Object.keys(answers).length).toBeGreaterThan(answered.size)
  await browser.close()
  await product.stop()
})

const titleOf = (page: Page) => page.locator('.questionnaire h2').first().innerText()
const problems = (page: Page) => page.locator('.questionnaire [data-question]:has(.q-problem)')

/** Tried one after the other where the form refuses one. */
const values = ['20', '1', '3', '8', '40', '60', '0', '100']
const days = [
  '2024-03-01',
  '2024-03-02',
  '2024-02-01',
  '2025-01-01',
  '2024-03-01',
  '1984-05-02',
  '2024-03-09',
  '2023-01-01',
]

/** Until no question is there that was not met, as each answer may bring more. */
async function fillPage(page: Page, answered: Map<string, number>): Promise<void> {
  for (;;) {
    const keys = await page
      .locator('.questionnaire [data-question]')
      .evaluateAll((found) =>
        found.flatMap((each) =>
          each.querySelector('input, select, textarea') ? (each.getAttribute('data-question') ?? '') : [],
        ),
      )
    const key = keys.find((each) => !answered.has(each))
    if (key === undefined) return
    await fill(page.locator(`[data-question="${key}"]`), answered)
  }
}

/** The next answer to a question: of choices the first, which is yes where that is one. */
async function fill(question: Locator, answered: Map<string, number>): Promise<void> {
  const key = (await question.getAttribute('data-question')) ?? ''
  const turn = answered.get(key) ?? 0
  answered.set(key, turn + 1)
  const input = question.locator('input, select, textarea').first()
  const [kind, mode, label] = await input.evaluate((found) => [
    found.getAttribute('type') ?? found.tagName.toLowerCase(),
    found.getAttribute('inputmode'),
    found.closest('[data-question]')?.querySelector('.q-label')?.textContent ?? '',
  ])
  const count = await question.locator('input[type=radio], input[type=checkbox]').count()
  if (kind === 'radio' || kind === 'checkbox')
    await question
      .locator(`input[type=${kind}]`)
      .nth(turn % count)
      .check()
  else if (kind === 'select') await input.selectOption({ index: 1 + turn })
  else if (kind === 'date')
    await input.fill((/birth|born/i.test(label ?? '') ? days.toReversed() : days)[turn % days.length] ?? '')
  else if (kind === 'datetime-local') await input.fill(`${days[turn % days.length]}T10:00`)
  else if (kind === 'time') await input.fill('10:00')
  else if (kind !== 'file' && kind !== 'range') await input.fill(mode ? (values[turn % values.length] ?? '') : 'Ana')
}
