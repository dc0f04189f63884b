import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseSettings } from '../settings.ts'
import { contentPolicy, filledIn } from './pages.ts'

function pictures(url?: string) {
  const rules = contentPolicy('n', url === undefined ? undefined : { url, attribution: 'Us' }).split('; ')
  return rules.find((rule) => rule.startsWith('img-src'))
}

test('pictures come from us alone, and map tiles from the host that the operator named', () => {
  expect(pictures()).toBe("img-src 'self' data: blob:")
  expect(pictures('https://tiles.example:8443/{z}/{x}/{y}.png')).toBe(
    "img-src 'self' data: blob: https://tiles.example:8443",
  )
  expect(pictures('https://{s}.tiles.example/{z}/{x}/{y}.png')).toBe(
    "img-src 'self' data: blob: https://*.tiles.example",
  )
  expect(contentPolicy('n', undefined)).not.toContain('https:')
})

test('every place of the page is filled in, and the highest amounts are among them', () => {
  const index = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8')
  const page = filledIn(index, 'n', parseSettings({ MAX_AMOUNT: 'MZN:500' }))
  expect(page).not.toMatch(/__[A-Z_]+__/)
  expect(page).toContain('<meta name="canvass-highest" content="{&quot;MZN&quot;:50000}" />')
})
