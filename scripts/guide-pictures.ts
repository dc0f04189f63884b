/**
 * npm run guide:pictures [language...]: the pictures of the guides, from the running product with its demo data, in each language.
 * Look at them before you commit: the demo's data move on from day to day.
 */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { type Locale, locales } from '#domain/text/locale.ts'
import { guideFolder } from '#server/guide/guide.ts'
import { inBrowser, password } from '../bench/product.ts'
import { callApi, type Made } from '../e2e/records.ts'
import { buildPages } from './build-pages.ts'

interface Picture {
  name: string
  /** Opens the screen, from the dashboard of its user. */
  open: (page: Page) => Promise<void>
}

const at = (path: string) => (page: Page) => openAt(page, path)

/** By the user of the demo who sees it. */
const pictures: Record<string, readonly Picture[]> = {
  admin: [
    { name: 'administrator-staff', open: at('/admin') },
    { name: 'administrator-trail', open: at('/logs?subjectType=survey') },
  ],
  manager: [
    {
      name: 'manager-content',
      open: async (page) => openAt(page, `/survey/${(await openSurvey(page)).id}?tab=content`),
    },
    { name: 'manager-excel', open: async (page) => openAt(page, `/survey/${(await openSurvey(page)).id}?tab=excel`) },
    { name: 'collector-link', open: publicLink },
    { name: 'collector-entry', open: async (page) => openAt(page, `/form?survey=${(await openSurvey(page)).id}`) },
  ],
  reviewer: [
    { name: 'reviewer-list', open: at('/response') },
    { name: 'reviewer-response', open: firstResponse },
  ],
  initiator: [
    { name: 'payer-list', open: at('/payments') },
    { name: 'payer-payment', open: firstPayment },
  ],
}

async function openAt(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href)
}

type OpenSurvey = Made & { encodedId: string; responseCount: number }

/** The published survey of the demo with the most responses. */
async function openSurvey(page: Page): Promise<OpenSurvey> {
  const found = await callApi<OpenSurvey[]>(page, 'GET', '/surveys?status=PUBLISHED')
  const [survey] = found.toSorted((one, other) => other.responseCount - one.responseCount)
  if (!survey) throw new Error('The demo has no published survey')
  return survey
}

async function publicLink(page: Page): Promise<void> {
  const { id, encodedId } = await openSurvey(page)
  const link = `/surveys/${id}/link`
  const { version } = await callApi<{ version: number }>(page, 'GET', link)
  await callApi(page, 'PUT', link, { isOn: true, version })
  await openAt(page, `/f/${encodedId}`)
}

async function firstResponse(page: Page): Promise<void> {
  await openAt(page, '/response?status=RECEIVED')
  await page.locator('tbody tr[data-row] a').first().click()
}

async function firstPayment(page: Page): Promise<void> {
  await openAt(page, '/payments?view=all&status=ELIGIBLE')
  await page.locator('tbody tr[data-row] a').first().click()
}

async function takePictures(browser: Browser, url: string, language: Locale): Promise<void> {
  const folder = join(guideFolder(language), 'pictures')
  for (const [username, theirs] of Object.entries(pictures)) {
    const context = await browser.newContext({
      // Public links are in the language of the browser.
      locale: language,
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto(`${url}/login?lang=${language}`)
    await page.locator('input[autocomplete=username]').fill(username)
    await page.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')
    for (const { name, open } of theirs) {
      await open(page)
      await settled(page)
      await page.evaluate('document.activeElement?.blur()')
      const picture = sharp(await page.screenshot()).webp({ quality: 50, effort: 6 })
      const { size } = await picture.toFile(join(folder, `${name}.webp`))
      console.log(`${language} ${name}: ${Math.round(size / 1000)} KB`)
    }
    await context.close()
  }
}

/** Until nothing is loading any more, and the last of it is painted. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.locator('h1, h2').first().waitFor()
  await page.waitForTimeout(500)
  await page.locator('.skeleton, [aria-busy=true]').last().waitFor({ state: 'detached' })
  await page.waitForTimeout(1000)
}

buildPages()
const asked = locales.filter((language) => process.argv.length === 2 || process.argv.includes(language))
await inBrowser(async (browser, url) => {
  for (const language of asked) await takePictures(browser, url, language)
})
