/** A further language is its folder and one row: a copy of the sources gets one, and the tests of all languages pass there. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const house = join(import.meta.dirname, '..')
const row = `it: { name: 'Italiano', tag: 'it', antd: 'it_IT' }`
/** They walk the languages of `domain/text/locale.ts`. */
const walks = ['src/words/texts.test.ts', 'src/server/guide/guide.test.ts', 'src/server/menu/menu.test.ts']

test('a further language is a folder and a row, and every test of languages passes', () => {
  const copy = mkdtempSync(join(tmpdir(), 'canvass-language-'))
  try {
    for (const name of ['src', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
      cpSync(join(house, name), join(copy, name), { recursive: true })
    symlinkSync(join(house, 'node_modules'), join(copy, 'node_modules'))
    writeFolder(join(copy, 'src/words'))
    edit(join(copy, 'src/domain/text/locale.ts'), (source) => source.replace(/^ {2}zh: .*$/m, `$&\n  ${row},`))
    // One process loads the modules once.
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', ...walks]
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    })
    expect(stdout + stderr).toMatch(/Test Files {2}3 passed \(3\)/)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}, 300_000)

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

/** English with accents. */
function writeFolder(words: string): void {
  const folder = join(words, 'it')
  cpSync(join(words, 'en'), folder, { recursive: true })
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.json')) edit(join(folder, name), (text) => JSON.stringify(accentedIn(JSON.parse(text))))
    // What a link leads to is no text.
    if (name.endsWith('.md')) edit(join(folder, name), (text) => text.replace(/\]\([^)]*\)|[^\]]+|\]/g, accented))
  }
}

function accentedIn(value: unknown): unknown {
  if (typeof value === 'string') return accented(value)
  return Object.fromEntries(Object.entries(value as object).map(([key, inside]) => [key, accentedIn(inside)]))
}

/** The places in braces stay. */
function accented(text: string): string {
  if (text.startsWith('](')) return text
  let depth = 0
  return text.replace(/[{}aeiou]/g, (sign) => {
    if ('{}'.includes(sign)) depth += sign === '{' ? 1 : -1
    return depth > 0 || '{}'.includes(sign) ? sign : `${sign}\u0301`.normalize()
  })
}
