/** The browser of a file of journeys: there from before its first test until after its last. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launch } from './browser.ts'

export let browser: Browser

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())
