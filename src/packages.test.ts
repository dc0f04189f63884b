/** What the server runs on, and nothing else, is a runtime package: audits and bills of materials read that list. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const rooms = ['src/domain', 'src/contract', 'src/words', 'src/server']

function packagesIn(folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const own = files.filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)test\//.test(file))
  return own.flatMap((file) => {
    const source = readFileSync(join(root, folder, file), 'utf8')
    const imports = source.matchAll(
      /(?:^import|^export|^\}) (?!type\b)[^'"\n]*?from '([^'.#][^']*)'|import\('([^'.#][^']*)'\)/gm,
    )
    return [...imports].map(([, from, lazy]) => from ?? lazy ?? '').filter((name) => !name.startsWith('node:'))
  })
}

const packageOf = (path: string) => path.split('/', path.startsWith('@') ? 2 : 1).join('/')

test('The runtime packages are those that the server imports, none of the pages', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object }
  const imported = new Set(rooms.flatMap(packagesIn).map(packageOf))
  expect(Object.keys(dependencies).toSorted()).toEqual([...imported].toSorted())
})
