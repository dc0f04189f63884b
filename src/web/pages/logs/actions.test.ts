/** Whatever the server writes on the trail has words here, in every language. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTexts } from '#words/texts.ts'
import { subjectTypes } from '#contract/logs.ts'
import { deedsByArea } from './actions.ts'

const server = join(import.meta.dirname, '../../../server')
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)test\//.test(file))
  .map((file) => readFileSync(join(server, file), 'utf8'))
const known = Object.entries(deedsByArea).flatMap(([area, deeds]) => deeds.map((deed) => `${area}.${deed}`))

test('every action that the server records has a filter', () => {
  const written = sources.flatMap((source) => [...source.matchAll(/\baction: '(\w+\.\w+)'/g)].map(([, name]) => name))
  expect(written).toContain('roles.update')
  expect(written.filter((action) => !known.includes(action ?? ''))).toEqual([])
})

test('every kind of subject that the server writes down can be filtered by', () => {
  const written = sources.flatMap((source) => [...source.matchAll(/\bsubjectType: '(\w+)'/g)].map(([, type]) => type))
  expect(written).toContain('role')
  expect(written.filter((type) => !subjectTypes.some((listed) => listed === type))).toEqual([])
})

test('areas, actions and subjects have words', () => {
  const ids = [
    ...Object.keys(deedsByArea).map((area) => `logs.area.${area}`),
    ...known.map((action) => `logs.action.${action}`),
    ...subjectTypes.map((type) => `logs.subject.${type}`),
  ]
  const texts = readTexts('en')
  expect(ids.filter((id) => !(id in texts))).toEqual([])
})
