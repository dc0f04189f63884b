/** What responses are grouped by: the answers to a question, or a fact of the response. */
import { type RawBuilder, sql } from 'kysely'
import { type CrossFact, type Group, mostGroups, mostUnits } from '#contract/insight.ts'
import { binsOf } from '#domain/answers/insight.ts'
import type { MergedQuestion } from '#domain/answers/merged-versions.ts'
import { responseSources, responseStatuses } from '#domain/answers/response.ts'
import { optionCodes } from '#domain/surveys/survey.ts'
import type { Db } from '../../db/pool.ts'
import type { Reading } from './forms.ts'
import { valueOf } from './layout.ts'
import { collectorNames, siteTitles, unitsOfCodes, unitsOfSites } from './names.ts'
import type { Scale } from './spread.ts'

export type Axis = { fact: CrossFact } | { question: MergedQuestion }

/** On `form`: what the answers are grouped by, nearly as they are kept. */
export function valueAt(axis: Axis): RawBuilder<unknown> {
  if ('question' in axis) {
    const { as, value } = valueOf(axis.question)
    return as === 'DAY' ? sql`last_day(${value})` : value
  }
  const { fact } = axis
  if (fact === 'month') return sql`last_day(day)`
  return sql.ref(
    { unit: 'site_id', site: 'site_id', collector: 'collector_id', source: 'source', status: 'status' }[fact],
  )
}

/** Numbers are grouped by their bins. */
export function isOfNumbers(axis: Axis | undefined): axis is { question: MergedQuestion } {
  return axis !== undefined && 'question' in axis && valueOf(axis.question).as === 'NUMBER'
}

/** A side of the table `met`, whose groups have their keys. */
export interface Side {
  name: 'r' | 'c'
  /** The key of a value, a text, where the value is none, or a row for each of its keys: once for many that are the same. */
  keyOf?: (value: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Keys that are listed first, in this order, whether they are there or not. */
  known?: readonly string[]
  /** Others follow in the order of their keys, and not the most frequent first. */
  sorted?: true
  /** How many groups are listed. */
  most: number
  /** What the listed keys are called. */
  labels: (keys: readonly string[]) => Promise<Labels> | Labels
}

type Labels = (key: string) => Partial<Pick<Group, 'key' | 'text' | 'name' | 'bin'>>

export interface Making extends Reading {
  db: Db
  level: number | undefined
}

/** All responses as one group. */
export const whole: Side = { name: 'c', known: ['all'], most: 1, labels: () => () => ({}) }

export async function sideOf(making: Making, axis: Axis, name: Side['name'], scale: Scale): Promise<Side> {
  const plain = { ...whole, name, most: mostGroups, known: [] }
  const own = 'fact' in axis ? ofFact(making, axis.fact, name) : ofQuestion(making, axis.question, name, scale)
  return { ...plain, ...(await own) }
}

async function ofFact(making: Making, fact: CrossFact, name: Side['name']): Promise<Partial<Side>> {
  const { db, level } = making
  switch (fact) {
    case 'source':
      return { known: responseSources }
    case 'status':
      return { known: responseStatuses }
    case 'month':
      return { keyOf: monthOf, sorted: true }
    case 'site': {
      const titles = await siteTitles(db, await numbersOf(making, name))
      return { keyOf: (id) => sql`${id}::text`, labels: () => (key) => ({ name: titles.get(Number(key)) ?? null }) }
    }
    case 'collector':
      return { keyOf: await mapped(making, name, await collectorNames(db, await numbersOf(making, name))) }
    case 'unit': {
      const units = await unitsOfSites(db, await numbersOf(making, name), level)
      return ofUnits(making, name, new Map([...units].map(([site, unit]) => [site, { ...unit, key: String(unit.id) }])))
    }
  }
}

async function ofQuestion(
  making: Making,
  asked: MergedQuestion,
  name: Side['name'],
  scale: Scale,
): Promise<Partial<Side>> {
  const { question, options } = asked
  const { as, wordOf } = valueOf(asked)
  if (as === 'NUMBER') return ofNumbers(scale)
  if (as === 'DAY') return { keyOf: monthOf, sorted: true }
  if (question.type === 'ADMIN_UNIT') {
    const codes = await textsOf(making, name)
    const units = await unitsOfCodes(making.db, codes, making.level)
    const known = codes.flatMap((code) => {
      const { code: key = making.level === undefined ? code : undefined, name: called } = units.get(code) ?? {}
      return key === undefined ? [] : [[code, { key, name: called }] as const]
    })
    return ofUnits(making, name, new Map(known))
  }
  const isRating = question.type === 'RATING'
  const known = options.size > 0 ? [...options.keys()] : optionCodes(question)
  return {
    ...(wordOf && { keyOf: wordOf }),
    ...(isRating ? { sorted: true as const } : { known }),
    labels: () => (key) => ({ text: options.get(key)?.option.text ?? null }),
  }
}

/** By the values of the side. */
async function ofUnits(
  making: Making,
  side: Side['name'],
  units: ReadonlyMap<string | number, { key: string; name: string | undefined }>,
): Promise<Partial<Side>> {
  const keys = new Map([...units].map(([value, { key }]) => [value, key]))
  const names = new Map([...units.values()].map(({ key, name }) => [key, name]))
  return {
    keyOf: await mapped(making, side, keys),
    most: mostUnits,
    labels: () => (key) => ({ name: names.get(key) ?? null }),
  }
}

function ofNumbers({ low, high, width, steps }: Scale): Partial<Side> {
  const bins = binsOf({ low: low ?? 0, high: high ?? 0, width }, steps, new Map())
  return {
    keyOf: (value) => sql`${value}::text`,
    known: bins.map((_, at) => String(at)),
    most: bins.length,
    labels: () => (key) => {
      const bin = bins[Number(key)]
      return bin ? { key: String(bin.from), bin: { from: bin.from, to: bin.to } } : {}
    },
  }
}

async function textsOf({ engine }: Making, name: Side['name']): Promise<string[]> {
  const value = sql.ref(name)
  const rows = await engine.rows<{ value: string }>(sql`
    select distinct ${value}::text as value from met where ${value} is not null`)
  return rows.map((row) => row.value)
}

async function numbersOf(making: Making, name: Side['name']): Promise<number[]> {
  return (await textsOf(making, name)).map(Number)
}

/** The keys that are known of values, in a table. */
async function mapped(
  { engine }: Making,
  name: string,
  keys: ReadonlyMap<string | number, string>,
): Promise<(value: RawBuilder<unknown>) => RawBuilder<unknown>> {
  const table = sql.ref(`key_of_${name}`)
  const known = JSON.stringify(Object.fromEntries(keys))
  await engine.run(sql`
    create temp table ${table} as select unnest(map_entries(from_json(${known}::json, '"MAP(VARCHAR, VARCHAR)"'))) as entry`)
  return (value) => sql`(select entry.value from ${table} where entry.key = ${value}::text)`
}

const monthOf = (day: RawBuilder<unknown>) => sql`strftime(${day}, '%Y-%m')`
