import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownTexts } from '#words/texts.ts'
import { looks, wordId } from './RecordStatus.tsx'

test('every status has its words beside its look', () => {
  const kinds = Object.entries(looks) as [keyof typeof looks, object][]
  const ids = kinds.flatMap(([of, ofKind]) => Object.keys(ofKind).map((status) => wordId(of, status)))
  const texts = ownTexts('en')
  expect(ids.filter((id) => texts[id] === undefined)).toEqual([])
})

test('one table says how a status looks', () => {
  const web = join(import.meta.dirname, '..')
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const telling = files.filter((name) =>
    /\b[A-Z_]{3,}: \{ tone: '\w+', icon:/.test(readFileSync(join(web, name), 'utf8')),
  )
  expect(telling).toEqual(['record/RecordStatus.tsx'])
})
