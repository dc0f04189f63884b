import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countLaws } from './count-laws.ts'

test('db/law/counts/ holds what npm run schema writes from the kept counts', () => {
  const folder = join(import.meta.dirname, '../db/law/counts')
  const texts = readdirSync(folder).map((name) => [
    name,
    readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n'),
  ])
  expect(Object.fromEntries(texts)).toEqual(
    Object.fromEntries([...countLaws()].map(([name, text]) => [`${name}.sql`, text])),
  )
})
