import { expect, test } from 'vitest'
import { commandIn, indented, kindsFor, type LineKind, lineOf, withoutCommand } from './written-line.ts'

const names: Partial<Record<LineKind, string>> = {
  INTEGER: 'Whole number',
  DECIMAL: 'Decimal number',
  SINGLE: 'One choice',
  RANGE: 'Scale with a slider',
  PHONE: 'Phone number',
  ROSTER: 'Section that repeats',
}
const offered = (wanted: string) => kindsFor(wanted, (kind) => names[kind] ?? kind.toLowerCase())

test('marks before a line make a section or one that repeats of it', () => {
  expect(lineOf('# The house ', 'TEXT')).toEqual({ kind: 'SECTION', text: 'The house' })
  expect(lineOf('## Members', 'TEXT')).toEqual({ kind: 'ROSTER', text: 'Members' })
  expect(lineOf(' House number #?', 'INTEGER')).toEqual({ kind: 'INTEGER', text: 'House number #?' })
})

test('Tab makes a section repeat, Shift and Tab takes that back', () => {
  expect([indented('# Members', false), indented('## Members', true)]).toEqual(['## Members', '# Members'])
  expect([indented('## M', false), indented('# M', true), indented('Name', false)]).toEqual(Array(3).fill(undefined))
})

test('a command is the last word that begins with a slash', () => {
  expect(['How many? /Num', '/', 'and/or', '24/7', 'a /b c'].map(commandIn)).toEqual([
    'num',
    '',
    undefined,
    undefined,
    undefined,
  ])
  expect(withoutCommand('How many? /num')).toBe('How many?')
})

test('kinds are found by the words of their name and by their names in forms', () => {
  expect(offered('num').slice(0, 3)).toEqual(['INTEGER', 'DECIMAL', 'PHONE'])
  expect(offered('one')[0]).toBe('SINGLE')
  expect(offered('gps')).toEqual(['GEOPOINT'])
  expect(offered('repeat')).toEqual(['ROSTER'])
  expect(offered('zebra')).toEqual([])
})
