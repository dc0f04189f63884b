/**
 * What axe finds on the screen by the rules of WCAG 2.2 AA. How near to each other the pins of a map stand is where they
 * lie: the essential case that 2.5.8 itself leaves out.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What fades in has colours of its own until it is there. */
async function stillness(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    await frame()
    await frame()
    const ending = document.getAnimations().filter(({ effect }) => effect.getTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })()`)
}

export async function violations(page: Page): Promise<string[]> {
  await stillness(page)
  await page.evaluate(await readFile(axe, 'utf8'))
  return page.evaluate(async () => {
    interface Axe {
      run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
    }
    const { axe: tool } = globalThis as unknown as { axe: Axe }
    const found = await tool.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
    return found.violations.flatMap(({ id, nodes }) => {
      const bad = nodes.filter(({ html }) => id !== 'target-size' || !html.includes('leaflet-marker-icon'))
      return bad.length === 0 ? [] : [`${id}: ${bad[0]?.html.slice(0, 120)}`]
    })
  })
}
