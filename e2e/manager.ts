/** The manager of the demo, signed in once for all tests of a file. Each test begins where the one before it ended. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { arriveAs, photograph, type Visitor } from './browser.ts'
import { browser } from './test-browser.ts'

export let manager: Visitor

/** At the top of a file: its process keeps this module from one file to the next. */
export function signManagerIn(): void {
  beforeAll(async () => {
    manager = await arriveAs(browser, 'manager', 'en')
  })
  beforeEach(({ onTestFailed }) => onTestFailed(({ task }) => photograph(manager, task.name.slice(0, 40))))
  afterAll(() => manager.leave())
}
