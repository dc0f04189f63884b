/** The forms of others in programs of others. FORMS: the folder of the clones that `corpus.ts` reads. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileRead } from '#server/xlsform/read-file.ts'
import { testChance } from '#server/test/seed.ts'
import { xformOf } from '#server/xlsform/xform.ts'
import { fileOf, strangerForms, surveyOf } from './corpus.ts'
import { openEnketo } from './enketo.ts'
import { NotLoaded, pairDifferences } from './engine-pair.ts'
import { hasPython, pyxformsOf } from './pyxform.ts'

const folder = process.env['FORMS'] ?? ''
const scratch = mkdtempSync(join(tmpdir(), 'strangers-'))
const surveys = new Map<string, FileRead>()

beforeAll(async () => {
  for (const form of strangerForms) {
    const path = fileOf(form, folder, scratch)
    const read = path && (await surveyOf(path))
    if (read) surveys.set(path, read)
  }
  console.log(`${surveys.size} forms of ${strangerForms.length} are at hand and come in.`)
})

afterAll(() => rmSync(scratch, { recursive: true }))

const ours = ({ title, content }: FileRead) => xformOf({ title, id: 'form', version: 1, content })

/** Nothing of it is left out, and its options are called as in the form. */
function isWhole({ counts, remarks }: FileRead): boolean {
  return counts.LEFT_OUT === 0 && remarks.every(({ code }) => code !== 'CHOICE_CHANGED')
}

test.skipIf(folder === '' || !hasPython('pyxform'))('a form behaves as the one that pyxform makes of it', async () => {
  const chance = testChance()
  const theirs = pyxformsOf([...surveys.keys()])
  const different = new Map<string, string[]>()
  const unread: string[] = []
  for (const [path, read] of surveys) {
    const xform = theirs.get(path)
    const rules = { forms: 3, draw: (below: number) => chance.whole(0, below - 1), file: () => undefined }
    const found = await pairDifferences(ours(read), xform ?? '', rules).catch((error: unknown) => {
      if (error instanceof NotLoaded && error.whose === 'theirs') unread.push(basename(path))
      else throw error
    })
    if (found?.length) different.set(path, found)
  }
  for (const [path, found] of different) console.log(basename(path), found.slice(0, 4))
  const compared = surveys.size - unread.length
  const whole = [...surveys].filter(([, read]) => isWhole(read))
  console.log(`${compared - different.size} of ${compared} the same; the engine reads not of pyxform's:`, unread)
  expect(whole.flatMap(([path]) => different.get(path) ?? [])).toEqual([])
  expect(1 - different.size / compared).toBeGreaterThanOrEqual(0.9)
})

test.skipIf(folder === '')('Enketo loads each form', async ({ skip }) => {
  const enketo = await openEnketo()
  if (!enketo) return skip('Its packages or a browser cannot be had.')
  const troubles: string[] = []
  for (const [path, read] of surveys) {
    const said = await enketo.load(ours(read))
    if (said.length > 0) troubles.push(`${basename(path)}: ${said.join(' ')}`)
  }
  await enketo.close()
  expect(troubles).toEqual([])
})
