/**
 * What axe finds on the screen by the rules of WCAG 2.2 AA, and that each landmark has one name; except for two things. Pins of a map may be as near to each
 * other as their places: 2.5.8 itself leaves out this essential case. And the columns of hours and minutes of a calendar
 * take no focus: its field has the focus and takes the time by being typed.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Locator, Page } from 'playwright-core'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** A fading element has colours of its own until it is fully there. */
async function stillness(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    await frame()
    const ending = document.getAnimations().filter(({ effect }) => effect.getTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })()`)
}

/** A theme changes colours alone: in the second one these rules find all that is new. */
const colours = ['color-contrast', 'link-in-text-block']
const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

interface Scope {
  /** Only the open part, with its pieces beside the app, such as the options of a choice. */
  within?: Locator
  rules?: 'colours'
}

export async function violations(page: Page, { within, rules }: Scope = {}): Promise<string[]> {
  await stillness(page)
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(await readFile(axe, 'utf8'))
  return (within ?? page.locator('html')).evaluate(
    async (element: unknown, runOnly: string[]) => {
      interface Here {
        axe: { run(context: unknown[], options: object): Promise<{ violations: Violation[] }> }
        document: { querySelectorAll(selector: string): Iterable<unknown> }
      }
      interface Violation {
        id: string
        nodes: { html: string }[]
      }
      const { axe: tool, document } = globalThis as unknown as Here
      const context = [element, ...document.querySelectorAll('body > div:not(#root)')]
      const found = await tool.run(context, {
        runOnly,
        rules: { 'landmark-unique': { enabled: true } },
        // Without the names of all that is well, and without fetching the styles again: a third of the time.
        resultTypes: ['violations'],
        selectors: false,
        preload: false,
      })
      return found.violations.flatMap(({ id, nodes }) => {
        const excused = {
          'target-size': 'leaflet-marker-icon',
          'scrollable-region-focusable': 'ant-picker-time-panel-column',
        }
        const bad = nodes.filter(({ html }) => !html.includes((excused as Record<string, string>)[id] ?? '\0'))
        return bad.length === 0 ? [] : [`${id}: ${bad[0]?.html.slice(0, 120)}`]
      })
    },
    rules === 'colours' ? colours : everything,
  )
}
