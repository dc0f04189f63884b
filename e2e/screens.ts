/** Checks that all users can use a screen: by the rules of axe, in words of the language, as wide as the window. */
import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { violations } from './axe.ts'
import type { Visitor } from './browser.ts'
import { hasWord } from './words.ts'

/** Goes to a screen as the app does, without loading the page again: by an empty screen, which is gone on arrival. */
export async function turnTo({ page, go }: Visitor, path: string): Promise<void> {
  if ((await page.locator('main').count()) === 0) return await go(path)
  for (const [address, state] of [
    ['/nowhere', 'visible'],
    [path, 'detached'],
  ] as const) {
    await page.evaluate((step) => {
      history.pushState(null, '', step)
      dispatchEvent(new PopStateEvent('popstate'))
    }, address)
    await page.locator('main > .screen').waitFor({ state })
  }
}

/** Until nothing is on its way any more. */
export async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.skeleton, [aria-busy=true]:not(button), .map-wait').count()).toBe(0)
}

/** Names of texts where the texts should be, and what is wider than the window. */
export async function blemishes(page: Page): Promise<string[]> {
  const words = (await page.locator('body').innerText()).match(/[\w-]+(?:\.[\w-]+)+/g) ?? []
  // Names of permissions, which some texts are called after.
  const codes = new Set(await page.locator('code').allInnerTexts())
  const wide = await tooWide(page)
  return [...words.filter((word) => hasWord(word) && !codes.has(word)), ...(wide > 0 ? [`${wide} px too wide`] : [])]
}

/** Pixels that one would have to scroll sideways. A window that has just become narrow turns into that of a phone a moment later. */
export async function tooWide(page: Page): Promise<number> {
  const wider = () => page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - innerWidth)')
  await vi.waitUntil(async () => (await wider()) === 0, { timeout: 10_000 }).catch(() => undefined)
  return await wider()
}

export const desktop = { width: 1280, height: 900 }
export const phone = { width: 390, height: 844 }

/** Of the current screen, on a desktop in both themes and on a phone in the second one, which the next screen begins with. */
export async function flaws(visitor: Visitor): Promise<string[]> {
  const found: string[] = []
  // From one theme to the other nothing fades.
  await visitor.page.emulateMedia({ reducedMotion: 'reduce' })
  for (const size of [desktop, phone]) {
    await visitor.page.setViewportSize(size)
    await settled(visitor.page)
    // What is half below the head of the page counts as too small.
    await visitor.page.evaluate('scrollTo(0, 0)')
    const here = [...(await blemishes(visitor.page)), ...(await violations(visitor.page))]
    if (size === desktop) {
      await switchTheme(visitor)
      here.push(...(await violations(visitor.page, { rules: 'colours' })))
    }
    found.push(...here.map((flaw) => `${size.width} px: ${flaw}`))
  }
  return found
}

export async function switchTheme({ page, t }: Visitor): Promise<void> {
  const button = page.locator(['light', 'dark'].map((theme) => `[aria-label="${t(`shell.theme.${theme}`)}"]`).join())
  // By a script: a dialog may cover it.
  if ((await button.count()) > 0) return await button.dispatchEvent('click')
  await page.evaluate(() => localStorage.setItem('theme', localStorage.getItem('theme') === 'dark' ? 'light' : 'dark'))
  await page.reload()
  await page.getByRole('heading').first().waitFor()
}
