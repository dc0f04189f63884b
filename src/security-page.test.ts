/** docs/security.md names a test for what it claims: a test that was renamed or removed takes its line along. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = page.split('\n').filter((line) => /^\| \d/.test(line))

test('each test that the page of security names is there, by file and title', () => {
  const named = Array.from(page.matchAll(/`([\w./-]+\.test\.ts)`: "([^"]+)"/g), ([, file = '', title = '']) => ({
    file,
    title,
  }))
  const lost = named.filter(({ file, title }) => {
    const path = join(root, file)
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(`'${title}'`)
  })
  expect(named.length).toBeGreaterThan(80)
  expect(lost).toEqual([])
})

test('each line of the page of security names a test, or says why it has none', () => {
  const reasons = /\.test\.ts`: "|not met|partly|by design|operator|not shown/
  expect(rows.filter((row) => !reasons.test(row.split('|').at(-2) ?? ''))).toEqual([])
  const numbers = rows.flatMap((row) => row.split('|')[1]?.match(/\d+\.\d+\.\d+/g) ?? [])
  expect(numbers.length).toBeGreaterThan(150)
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})
