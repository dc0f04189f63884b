import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDataDir } from './data-dir.ts'

function givenFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'canvass-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a data folder is made with all above it, for us alone, and taken as it is later', () => {
  const top = givenFolder()
  const dataDir = join(top, 'a/b/c')
  expect(openDataDir(dataDir)).toBe(join(top, 'a'))
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  expect(openDataDir(dataDir)).toBeUndefined()
})

test('a data folder that can hold nothing is refused in one line that names it', () => {
  const file = join(givenFolder(), 'file')
  writeFileSync(file, '')
  for (const dataDir of ['/proc/canvass', '/proc/canvass/data', '/proc', file, join(file, 'data')])
    expect(() => openDataDir(dataDir)).toThrow(new RegExp(`^DATA_DIR ${dataDir} cannot be written: .+$`))
})
