/** Writes a questionnaire into its lines, as a hand that never leaves the keys does. */
import type { Page } from 'playwright-core'
import { inHaste } from './rest.ts'
import type { Words } from './words.ts'

/** Where the section at the end, or an empty survey, is written on. */
export function lastLine(page: Page, t: Words) {
  return page.getByRole('textbox', { name: t('surveys.newQuestion'), exact: true }).last()
}

/** Into the line that has the focus: `# A section`, `A question /one`, an option; '' ends the options. */
export async function write(page: Page, ...lines: string[]): Promise<void> {
  await inHaste(page, async () => {
    for (const line of lines) {
      await page.keyboard.insertText(line)
      // The first one takes the type.
      if (/\/\p{L}+$/u.test(line)) await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
    }
  })
}

/** All about the part of the questionnaire that is chosen; it saves itself. */
export function details(page: Page) {
  return page.locator('.content-details')
}
