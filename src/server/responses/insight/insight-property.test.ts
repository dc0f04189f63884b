/** On random responses and filters, charts and crossings are what plain counting says, and totals those of the list. */
import { expect } from 'vitest'
import { type Group, insight } from '#contract/insight.ts'
import { responses } from '#contract/responses.ts'
import type { AnswerAsked } from '#domain/answers/answer-words.ts'
import { fewestAnswers } from '#domain/answers/text-words.ts'
import { testChance } from '../../test/seed.ts'
import { test } from '../../test/with-app.ts'
import { writeColumns } from './column-files.ts'

interface Drawn {
  status: 'RECEIVED' | 'APPROVED' | 'REJECTED'
  day: string
  sex?: string
  crops?: string[]
  age?: number
  wealth?: number
  born?: string
  said?: string
}

/** A filter, and whether it finds a response. */
interface Wanted {
  words: Record<string, string>
  finds: (response: Drawn) => boolean
}

const said = ['Water', 'the well', 'água', "d'água", '没有水井', '水井', '42', '']
const options = { sex: ['f', 'm', 'x'], crops: ['rice', 'maize', 'beans'] }

test('charts, crossings and lists agree with plain counting on random filters', async ({ given, as, services }) => {
  const chance = testChance()
  const pick = <T>(values: readonly T[]): T => chance.pick(values)
  const filterable = true
  const survey = await given.survey({
    sections: [
      [
        { code: 'sex', type: 'SINGLE', options: options.sex, filterable, required: false },
        { code: 'crops', type: 'MULTIPLE', options: options.crops, filterable, required: false },
        { code: 'age', type: 'INTEGER', filterable, required: false },
        { code: 'born', type: 'DATE', filterable, required: false },
        { code: 'wealth', type: 'DECIMAL', required: false },
        { code: 'said', type: 'TEXT', required: false },
        { code: 'called', type: 'LONG_TEXT', required: false, personal: true },
      ],
    ],
  })
  const draw = (): Drawn => ({
    status: pick(['RECEIVED', 'APPROVED', 'REJECTED']),
    day: `2026-0${pick([1, 2, 3])}-1${pick([0, 1, 2])}`,
    ...(chance.happens(80) && { sex: pick(options.sex) }),
    ...(chance.happens(80) && { crops: options.crops.filter(() => chance.happens(50)).slice(0, 3) }),
    ...(chance.happens(80) && { age: chance.whole(-5, 34) }),
    // Nearly all of it is in one cell, so that medians are read among its numbers.
    ...(chance.happens(80) && { wealth: chance.happens(10) ? 1e13 : chance.whole(-50, 999) / 7 }),
    ...(chance.happens(80) && { said: [pick(said), pick(said)].join(pick([' ', ', the ', '。'])) }),
    ...(chance.happens(80) && { born: `19${pick([50, 70, 90])}-05-0${pick([1, 2])}` }),
  })
  const all: Drawn[] = []
  const add = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const { status, day, ...answered } = draw()
      if (answered.crops?.length === 0) delete answered.crops
      const none = Object.fromEntries(
        ['sex', 'crops', 'age', 'born', 'wealth', 'said'].map((code) => [survey.question(code).id, undefined]),
      )
      const answers = Object.fromEntries(
        Object.entries(answered).map(([code, value]) => [survey.question(code).id, value]),
      )
      await given.responses(survey, 1, {
        status,
        submittedAt: `${day}T08:00:00Z`,
        answers: { ...none, ...answers, [survey.question('called').id]: 'Zacarias' },
      })
      all.push({ status, day, ...answered })
    }
  }
  await add(25)
  await writeColumns(services)
  await add(10)

  const staff = as(await given.admin())
  const params = { surveyId: survey.id }
  for (let n = 0; n < 12; n++) {
    const { words, finds } = wanted()
    const found = all.filter(finds)
    const { data } = await staff.call(insight.cross, { params, query: { rows: 'crops', by: 'sex', ...words } })
    const { total } = await staff.call(responses.list, { query: { surveyId: survey.id, ...words } })
    expect([words, data.total, total]).toEqual([words, found.length, found.length])
    for (const [r, row] of data.rows.entries())
      for (const [c, column] of data.columns.entries()) {
        const both = found.filter(({ crops, sex }) => {
          const isInRow = row.key === null ? crops === undefined : crops?.includes(row.key)
          return isInRow && (sex ?? null) === column.key
        })
        expect([words, row.key, column.key, data.counts[r]?.[c]]).toEqual([words, row.key, column.key, both.length])
      }
    const [rows, by] = pick([
      ['wealth', 'crops'],
      ['age', '@month'],
      ['wealth', 'age'],
    ] as const)
    const { data: crossed } = await staff.call(insight.cross, { params, query: { rows, by, ...words } })
    const isIn = ({ crops, day, age }: Drawn, { key, bin }: Group) => {
      if (bin) return age !== undefined && age >= bin.from && age <= bin.to
      if (by === '@month') return day.startsWith(key ?? '?')
      return key === null ? (by === 'crops' ? crops : age) === undefined : (crops?.includes(key) ?? false)
    }
    for (const [c, column] of crossed.columns.entries()) {
      const own = found.flatMap((each) => (isIn(each, column) ? (each[rows] ?? []) : []))
      const sorted = own.toSorted((a, b) => a - b)
      const stats = crossed.stats?.columns[c]
      expect([words, rows, by, column.key, stats?.n ?? 0]).toEqual([words, rows, by, column.key, own.length])
      if (!stats) continue
      const [low, median, high] = [0, 0.5, 1].map((part) => quantile(sorted, part))
      expect(stats).toMatchObject({ low, median, high })
      expect(stats.mean / (own.reduce((sum, x) => sum + x, 0) / own.length || 1)).toBeCloseTo(stats.mean === 0 ? 0 : 1)
    }
    const { data: charts } = await staff.call(insight.ofSurvey, { params, query: words })
    const ages = found.flatMap(({ age }) => age ?? []).toSorted((a, b) => a - b)
    const chart = charts.questions.find(({ code }) => code === 'age')
    expect(chart?.answered).toBe(ages.length)
    expect(chart?.bins.reduce((sum, bin) => sum + bin.n, 0)).toBe(ages.length)
    const [low, q1, median, q3, high] = [0, 0.25, 0.5, 0.75, 1].map((part) => quantile(ages, part))
    if (ages.length > 0) expect(chart?.spread).toMatchObject({ low, q1, median, q3, high })
    const texts = found.flatMap((each) => each.said ?? [])
    const told = ['water', 'well', 'água', "d'água", '水井'].flatMap((word) => {
      const n = texts.filter((text) =>
        new RegExp(String.raw`(?<![\p{L}'])${word}`, 'u').test(text.toLowerCase().replaceAll('没有', ' ')),
      ).length
      return n < fewestAnswers ? [] : [`${word} ${n}`]
    })
    const questions = new Map(charts.questions.map((each) => [each.code, each]))
    const choices = questions.get('said')?.choices.map(({ code, n }) => `${code} ${n}`)
    expect([words, choices?.toSorted()]).toEqual([words, told.toSorted()])
    expect(questions.get('called')).toMatchObject({ kind: 'COUNT', answered: found.length, choices: [] })
    const sums = found.flatMap(({ wealth }) => wealth ?? []).toSorted((a, b) => a - b)
    const [first, middle, third] = [0.25, 0.5, 0.75].map((part) => quantile(sums, part))
    const spread = charts.questions.find(({ code }) => code === 'wealth')?.spread
    if (sums.length > 0) expect(spread).toMatchObject({ q1: first, median: middle, q3: third })
    for (const crop of options.crops)
      expect(charts.questions.find(({ code }) => code === 'crops')?.choices).toContainEqual(
        expect.objectContaining({ code: crop, n: found.filter(({ crops }) => crops?.includes(crop)).length }),
      )
  }

  function wanted(): Wanted {
    const parts: Wanted[] = []
    const asked: Record<string, AnswerAsked> = {}
    const maybe = (part: () => Wanted) => chance.happens(40) && parts.push(part())
    maybe(() => {
      const status = pick(['RECEIVED', 'APPROVED'] as const)
      return { words: { status }, finds: (each) => each.status === status }
    })
    maybe(() => {
      const from = `2026-0${pick([1, 2])}-11`
      return { words: { from, to: '2026-03-11' }, finds: ({ day }) => day >= from && day <= '2026-03-11' }
    })
    maybe(() => {
      const among = [pick(options.sex), pick(options.sex)]
      asked['sex'] = pick<AnswerAsked>([{ in: among }, 'blank', 'answered'])
      const how = asked['sex']
      return {
        words: {},
        finds: ({ sex }) =>
          typeof how === 'object' ? among.includes(sex ?? '') : (sex === undefined) === (how === 'blank'),
      }
    })
    maybe(() => {
      const word = pick(options.crops)
      asked['crops'] = { in: [word] }
      return { words: {}, finds: ({ crops }) => crops?.includes(word) ?? false }
    })
    maybe(() => {
      const from = chance.whole(0, 29)
      asked['age'] = { from, to: from + 10 }
      return { words: {}, finds: ({ age = Number.NaN }) => age >= from && age <= from + 10 }
    })
    maybe(() => {
      asked['born'] = { from: '1960-01-01', to: '1990-05-01' }
      return { words: {}, finds: ({ born = '' }) => born >= '1960-01-01' && born <= '1990-05-01' }
    })
    // Columns do not tell who is searched for: PostgreSQL says which responses are meant.
    maybe(() => ({ words: { q: 'form-' }, finds: () => true }))
    const answers = Object.keys(asked).length === 0 ? {} : { answers: JSON.stringify(asked) }
    return {
      words: { ...Object.assign({}, ...parts.map(({ words }) => words)), ...answers } as Record<string, string>,
      finds: (each) => parts.every(({ finds }) => finds(each)),
    }
  }
})

function quantile(sorted: readonly number[], part: number): number {
  const rank = (sorted.length - 1) * part
  const below = sorted[Math.floor(rank)] ?? 0
  return below + ((sorted[Math.ceil(rank)] ?? 0) - below) * (rank - Math.floor(rank))
}
