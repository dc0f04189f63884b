/** What fingers and eyes need of a form on a phone: large fields and targets, and borders that are seen in the sun. */
import type { Page } from 'playwright-core'
import { contrast } from '#domain/brand.ts'

/** Pixels: browsers zoom into fields of smaller words, and a finger covers so much. */
const least = { words: 16, target: 44 }
/** Of the border of a field and what is around it (WCAG 1.4.11). */
const leastBorder = 3

interface Measured {
  what: string
  words: number | undefined
  width: number
  height: number
  border: string | undefined
  ground: string
}

/** In the page: each control that is shown, or the label around it, which takes the press as well. */
const measure = `[...document.querySelectorAll('input, select, textarea, button, summary, a[href]')].flatMap((control) => {
  const label = control.closest('label') ?? (control.id && document.querySelector('label[for="' + control.id + '"].button'))
  const target = label && !control.matches('.q-input, select') ? label : control
  // A link within words is as high as they are.
  if (!target.checkVisibility() || (control.matches('a, .q-wrong button') && control.closest('p, dt, .q-label, .q-wrong'))) return []
  const { width, height } = target.getBoundingClientRect()
  const { fontSize, borderTopColor, borderTopWidth } = getComputedStyle(target)
  const isField = control.matches('select, textarea, input:not([type=radio], [type=checkbox], [type=file], [type=range])')
  return [{
    what: control.localName + ' ' + (control.type ?? '') + ' ' + (target.className || target.textContent),
    words: isField ? Number.parseFloat(fontSize) : undefined,
    width, height,
    border: target.matches('.q-input, .q-option') && borderTopWidth !== '0px' ? borderTopColor : undefined,
    ground: getComputedStyle(document.documentElement).backgroundColor,
  }]
})`

/** What is too small or too faint on the page. */
export async function unhandy(page: Page): Promise<string[]> {
  const all = await page.evaluate<Measured[]>(measure)
  const found = all.flatMap(({ what, words = least.words, width, height, border, ground }) => [
    ...(words < least.words ? [`${what}: words of ${words} px`] : []),
    ...(Math.round(height) < least.target || Math.round(width) < least.target
      ? [`${what}: ${Math.round(width)} x ${Math.round(height)} px`]
      : []),
    ...(border && contrastOf(border, ground) < leastBorder
      ? [`${what}: border of ${contrastOf(border, ground).toFixed(1)}`]
      : []),
  ])
  return [...new Set(found)]
}

function contrastOf(...colours: [string, string]): number {
  const [one, other] = colours.map(
    (colour) =>
      `#${(colour.match(/\d+/g) ?? [])
        .slice(0, 3)
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')}`,
  )
  return contrast(one ?? '', other ?? '')
}
