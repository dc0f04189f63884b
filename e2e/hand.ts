/** What a user's hand does, counted by step: clicks, fields filled, screens seen, seconds. */
import type { Locator, Page } from 'playwright-core'
import { pickOption } from './browser.ts'

interface Count {
  clicks: number
  fields: number
  screens: number
  seconds: number
}

export class Tally {
  readonly steps: Record<string, Count> = {}
  #now: Count = { clicks: 0, fields: 0, screens: 0, seconds: 0 }

  /** All that happens until `act` ends counts for the step. */
  async step(name: string, act: () => Promise<void>): Promise<void> {
    this.#now = { clicks: 0, fields: 0, screens: 0, seconds: 0 }
    const begun = performance.now()
    await act()
    this.#now.seconds = Math.round((performance.now() - begun) / 100) / 10
    this.steps[name] = this.#now
  }

  get total(): Count {
    const sum = (of: keyof Count) => Object.values(this.steps).reduce((before, count) => before + count[of], 0)
    return {
      clicks: sum('clicks'),
      fields: sum('fields'),
      screens: sum('screens'),
      seconds: Math.round(sum('seconds')),
    }
  }

  /** Another address of the app is another screen; a filter or a tab in the same one is not. */
  watch(page: Page): void {
    let path = ''
    page.on('framenavigated', (frame) => {
      const { pathname } = new URL(frame.url())
      if (frame !== page.mainFrame() || pathname === path) return
      path = pathname
      this.#now.screens += 1
    })
  }

  async click(target: Locator): Promise<void> {
    this.#now.clicks += 1
    await target.click()
  }

  async option(page: Page, option: string): Promise<void> {
    this.#now.clicks += 1
    await pickOption(page, option)
  }

  async give(target: Locator, file: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
    this.#now.clicks += 1
    await target.setInputFiles(file)
  }

  async pick(target: Locator, value: string): Promise<void> {
    this.#now.fields += 1
    await target.selectOption(value)
  }

  async fill(target: Locator, text: string): Promise<void> {
    this.#now.fields += 1
    await target.fill(text)
  }
}
