/** The words of a filter find the same rows in the database as plain JavaScript finds among them. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { type Filter, filterWords, readWord } from '#contract/filters.ts'
import { test } from '../test/with-app.ts'
import { filterConditions } from './filter-sql.ts'
import { allOf } from '../db/table-store.ts'

const filters = {
  title: { kind: 'text' },
  note: { kind: 'text' },
  status: { kind: 'oneOf', values: ['OPEN', 'SHUT', 'LOST'] },
  radius: { kind: 'number' },
  share: { kind: 'number', decimals: 2 },
  madeAt: { kind: 'day' },
  live: { kind: 'yesNo' },
  companyId: { kind: 'record', of: 'companies' },
} satisfies Record<string, Filter>

type Key = keyof typeof filters
type Sample = Record<Key, string | null> & { id: number }

const texts = [null, '', 'Água 100%', 'agua_1', 'AGUA', 'Escola Água', 'a\\b', 'x~', '=x', 'Site 10', 'Site 2']
const words = [
  'agua',
  ' ÁGUA ',
  '%',
  '_',
  '\\',
  '~',
  '!~',
  '=',
  '=AGUA',
  '=água',
  '=x',
  'x~',
  'e 1',
  '   ',
  "'",
  'site 2',
]

const some: Record<Key, (string | null)[]> = {
  title: texts,
  note: texts,
  status: [null, 'OPEN', 'SHUT', 'LOST'],
  radius: [null, '0', '7', '-3', '2000000000'],
  share: [null, '0', '0.25', '0.26', '-1.5'],
  madeAt: [null, '2026-01-31T00:00:00.000Z', '2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z'],
  live: [null, 'true', 'false'],
  companyId: [null, '1', '2', '30'],
}

const asked: Record<Key, string[]> = {
  title: words,
  note: words,
  status: ['OPEN', 'SHUT,LOST', 'OPEN,OPEN', '~', '!~'],
  radius: ['7', '0..7', '..0', '1..', '~', '!~', '..999999999999999', '-999999999999999..'],
  share: ['0.25', '0.25..0.26', '..0', '0..', '~', '!~'],
  madeAt: ['2026-01-31', '2026-02-01..', '..2026-01-31', '2026-01-30..2026-02-01', '9999-12-31', '~', '!~'],
  live: ['true', 'false', '~', '!~'],
  companyId: ['1', '1,30', '999999999999999', '~', '!~'],
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The same question, asked in another language. */
function isFound(key: Key, value: string | null, word: string): boolean {
  const question = readWord(filters[key], word)
  switch (question.for) {
    case 'blank':
      return value === null || value === ''
    case 'filled':
      return value !== null && value !== ''
    case 'containing':
      return question.text.trim() === '' || fold(value ?? '').includes(fold(question.text.trim()))
    case 'equal':
      return fold(value ?? '') === fold(question.text.trim())
    case 'among':
      return value !== null && question.values.includes(value)
    case 'between': {
      if (value === null) return false
      const { from, to } = question
      if (key === 'madeAt') return (from ?? '') <= value.slice(0, 10) && value.slice(0, 10) <= (to ?? '9')
      return Number(from ?? -Infinity) <= Number(value) && Number(value) <= Number(to ?? Infinity)
    }
  }
}

/** Numbers that look drawn by lot, and are the same in every run. */
function lots(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const keys = Object.keys(filters) as Key[]

function samples(count: number): Sample[] {
  const draw = lots(7)
  return Array.from({ length: count }, (_, index) => {
    const values = keys.map((key) => [key, some[key][draw(some[key].length)] ?? null])
    return { id: index + 1, ...(Object.fromEntries(values) as Record<Key, string | null>) }
  })
}

/** Each word by itself, and several filters together. */
function questions(count: number): Partial<Record<Key, string>>[] {
  const draw = lots(11)
  const single = keys.flatMap((key) => asked[key].map((word) => ({ [key]: word })))
  const mixed = Array.from({ length: count }, () =>
    Object.fromEntries(keys.filter(() => draw(3) === 0).map((key) => [key, asked[key][draw(asked[key].length)] ?? ''])),
  )
  return [...single, ...mixed]
}

test('every word finds what a plain comparison of the same rows finds', async ({ sql: { owner }, services }) => {
  const rows = samples(300)
  await owner.query(`
      create table sample (id int primary key, title text collate natural_order, note text, status text, radius int, share numeric,
        made_at timestamptz, live boolean, company_id bigint,
        title_folded text generated always as (fold(title)) stored);
      grant select on sample to canvass_app`)
  await owner.query(
    `insert into sample select id, title, note, status, radius, share, "madeAt", live, "companyId" from json_to_recordset($1)
        as x(id int, title text, note text, status text, radius int, share numeric, "madeAt" timestamptz, live boolean, "companyId" bigint)`,
    [JSON.stringify(rows)],
  )
  const query = z.strictObject(filterWords(filters))
  for (const words of questions(300)) {
    const where =
      allOf(filterConditions({ filters, derived: {}, searched: ['title'], aliases: {} }, query.parse(words))) ??
      sql`true`
    const found = await sql<{ id: number }>`select id from sample where ${where} order by id`.execute(
      services.database.db,
    )
    const expected = rows.filter((row) => keys.every((key) => !words[key] || isFound(key, row[key], words[key])))
    expect([words, found.rows.map((row) => row.id)]).toEqual([words, expected.map((row) => row.id)])
  }
})
