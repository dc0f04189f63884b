import { expect, test } from 'vitest'
import { contentPolicy } from './pages.ts'

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
