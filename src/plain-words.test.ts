import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The words that comments and test titles avoid: ARCHITECTURE.md, "Plain English". */
const avoided = 'whoever|somebody|nobody|by whom|what is left|to be had|anew|deeds?|stands|lies|in sight'

const root = join(import.meta.dirname, '..')
const word = new RegExp(`\\b(?:${avoided})\\b`, 'i')
const comment = /^\s*(?:\/[/*]|\*).*$|\s\/\/ .*$|\/\*\* .*\*\//gm
const title = /(?:\b(?:describe|test)|\))\(\s*(?:'.*?'|".*?"|`.*?`),/g

test('comments and test titles use none of the avoided words', () => {
  const found = globSync('{src,e2e,bench,scripts}/**/*.{ts,tsx,mjs}', { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const prose = [...text.matchAll(comment), ...text.matchAll(title)].map(([part]) => part.trim())
    return prose.filter((part) => word.test(part)).map((part) => `${file}: ${part}`)
  })
  expect(found, 'Say it as ARCHITECTURE.md, "Plain English".').toEqual([])
})
