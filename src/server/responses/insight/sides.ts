/** What responses are grouped by: the answers to a question, or a fact of the response. */
import { type RawBuilder, sql } from 'kysely'
import { type CrossFact, type Group, mostGroups, mostUnits } from '#contract/insight.ts'
import { binsOf, binWidth, stepsOf } from '#domain/answers/insight.ts'
import type { MergedQuestion } from '#domain/answers/merged-versions.ts'
import { responseSources, responseStatuses } from '#domain/answers/response.ts'
import { optionCodes } from '#domain/surveys/survey.ts'
import type { Db } from '../../db/pool.ts'
import { found } from '../../db/table-store.ts'
import type { Reading } from './forms.ts'
import { charted, stepOf, valueOf } from './layout.ts'
import { collectorNames, siteTitles, unitsOfCodes, unitsOfSites } from './names.ts'

export type Axis = { fact: CrossFact } | { question: MergedQuestion }

/** A side whose groups have their keys: `value` is on `form`, or a list of texts. */
export interface Side {
  value: RawBuilder<unknown>
  isList: boolean
  /** The key of a value, a text, where the value is none: once for many that are the same. */
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

export function sideOf(making: Making, axis: Axis, name: 'row' | 'column'): Promise<Side> {
  return 'fact' in axis ? factSide(making, axis.fact, name) : questionSide(making, axis.question, name)
}

async function factSide(making: Making, fact: CrossFact, name: 'row' | 'column'): Promise<Side> {
  const { db } = making
  const plain = { isList: false, most: mostGroups, labels: () => () => ({}) }
  switch (fact) {
    case 'source':
      return { ...plain, value: sql`source`, known: responseSources }
    case 'status':
      return { ...plain, value: sql`status`, known: responseStatuses }
    case 'month':
      return { ...plain, value: sql`day`, keyOf: monthOf, sorted: true }
    case 'site': {
      const labels = async (keys: readonly string[]) => {
        const titles = await siteTitles(db, keys.map(Number))
        return (key: string) => ({ name: titles.get(Number(key)) ?? null })
      }
      return { ...plain, value: sql`site_id`, keyOf: (id) => sql`${id}::text`, labels }
    }
    case 'collector': {
      const names = await collectorNames(db, await numbersOf(making, sql`collector_id`))
      return { ...plain, value: sql`collector_id`, keyOf: await mapped(making, name, names) }
    }
    case 'unit': {
      const units = await unitsOfSites(db, await numbersOf(making, sql`site_id`), making.level)
      const keys = new Map([...units].map(([site, { id }]) => [site, String(id)]))
      const names = new Map([...units.values()].map((unit) => [String(unit.id), unit.name]))
      const keyOf = await mapped(making, name, keys)
      return {
        ...plain,
        value: sql`site_id`,
        keyOf,
        most: mostUnits,
        labels: () => (unit) => ({ name: names.get(unit) ?? null }),
      }
    }
  }
}

async function questionSide(making: Making, asked: MergedQuestion, name: 'row' | 'column'): Promise<Side> {
  const { question, options } = asked
  const { as, value, wordOf } = valueOf(asked)
  if (as === 'NUMBER') return numberSide(making, asked, value)
  if (as === 'DAY')
    return {
      value,
      keyOf: monthOf,
      isList: false,
      sorted: true,
      most: mostGroups,
      labels: () => () => ({}),
    }
  if (question.type === 'ADMIN_UNIT') {
    const codes = await textsOf(making, value)
    const units = await unitsOfCodes(making.db, codes, making.level)
    const keys = new Map([...units].map(([code, unit]) => [code, unit.code]))
    const names = new Map([...units.values()].map((unit) => [unit.code, unit.name]))
    const keyed = making.level === undefined ? {} : { keyOf: await mapped(making, name, keys) }
    return {
      value,
      ...keyed,
      isList: false,
      most: mostUnits,
      labels: () => (code) => ({ name: names.get(code) ?? null }),
    }
  }
  const isRating = question.type === 'RATING'
  const known = options.size > 0 ? [...options.keys()] : optionCodes(question)
  return {
    value,
    ...(wordOf && { keyOf: wordOf }),
    isList: as === 'WORDS',
    ...(isRating ? { sorted: true as const } : { known }),
    most: mostGroups,
    labels: () => (key) => ({ text: options.get(key)?.option.text ?? null }),
  }
}

/** Numbers are in the bins of their chart. */
async function numberSide(
  { engine, forms }: Making,
  { question }: MergedQuestion,
  value: RawBuilder<unknown>,
): Promise<Side> {
  const ends = found({
    rows: await engine.rows<{ low: number | null; high: number | null }>(sql`
      select min(x) as low, max(x) as high from (select ${charted(value)} as x from ${forms}) numbers`),
  })
  const { low, high } = { low: ends.low ?? 0, high: ends.high ?? 0 }
  const steps = stepsOf(question.type)
  const width = binWidth(low, high, steps)
  const bins = binsOf({ low, high, width }, steps, new Map())
  return {
    value: stepOf(charted(value), { low, step: width, last: bins.length - 1 }),
    keyOf: (bin) => sql`${bin}::text`,
    isList: false,
    known: bins.map((_, at) => String(at)),
    most: bins.length,
    labels: () => (key) => {
      const bin = bins[Number(key)]
      return bin ? { key: String(bin.from), bin: { from: bin.from, to: bin.to } } : {}
    },
  }
}

async function textsOf({ engine, forms }: Making, value: RawBuilder<unknown>): Promise<string[]> {
  const rows = await engine.rows<{ value: string }>(sql`
    select value::text as value from (select distinct ${value} as value from ${forms}) found where value is not null`)
  return rows.map((row) => row.value)
}

async function numbersOf(making: Making, value: RawBuilder<unknown>): Promise<number[]> {
  return (await textsOf(making, value)).map(Number)
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

/** All responses as one group. */
export const whole: Side = { value: sql`'all'`, isList: false, known: ['all'], most: 1, labels: () => () => ({}) }
