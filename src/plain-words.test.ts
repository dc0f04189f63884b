import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The words that comments and test titles avoid, with their remaining number. A number may only go down. */
const limits: Record<string, number> = {
  whoever: 25,
  somebody: 49,
  nobody: 37,
  anew: 10,
  'deeds?': 12,
  stands: 95,
  lies: 10,
  'in sight': 8,
  'what is left': 2,
  'by whom': 2,
  'to be had': 2,
}

const root = join(import.meta.dirname, '..')
const comment = /^\s*(?:\/[/*]|\*).*$|\s\/\/ .*$|\/\*\* .*\*\//gm
const title = /(?:\b(?:describe|test)|\))\(\s*(?:'.*?'|".*?"|`.*?`),/g

test('comments and test titles use no more words of the list than before', () => {
  const files = globSync('{src,e2e,bench,scripts}/**/*.{ts,tsx,mjs}', { cwd: root })
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'))
  const prose = texts.flatMap((text) => [...text.matchAll(comment), ...text.matchAll(title)].map(String)).join('\n')
  const counts = Object.keys(limits).map((word) => [word, prose.match(new RegExp(`\\b${word}\\b`, 'gi'))?.length ?? 0])
  const advice = 'More than before: say it as ARCHITECTURE.md, "Plain English". Fewer: lower the numbers in this file.'
  expect(Object.fromEntries(counts), advice).toEqual(limits)
})
