/** On random responses and filters, charts and crossings are what plain counting says, and totals those of the list. */
import { expect, test } from 'vitest'
import { insight } from '#contract/insight.ts'
import { responses } from '#contract/responses.ts'
import type { AnswerAsked } from '#domain/answers/answer-words.ts'
import type { Answers } from '#domain/answers/answers.ts'
import { testChance } from '../../test/seed.ts'
import { withApp } from '../../test/with-app.ts'
import { writeColumns } from './column-files.ts'

interface Drawn {
  status: 'RECEIVED' | 'APPROVED' | 'REJECTED'
  day: string
  sex?: string
  crops?: string[]
  age?: number
  born?: string
}

/** A filter, and whether it finds a response. */
interface Wanted {
  words: Record<string, string>
  finds: (response: Drawn) => boolean
}

const options = { sex: ['f', 'm', 'x'], crops: ['rice', 'maize', 'beans'] }

test(
  'charts, crossings and lists agree with plain counting on random filters',
  withApp(async ({ given, as, services }) => {
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
        ],
      ],
    })
    const draw = (): Drawn => ({
      status: pick(['RECEIVED', 'APPROVED', 'REJECTED']),
      day: `2026-0${pick([1, 2, 3])}-1${pick([0, 1, 2])}`,
      ...(chance.happens(80) && { sex: pick(options.sex) }),
      ...(chance.happens(80) && { crops: options.crops.filter(() => chance.happens(50)).slice(0, 3) }),
      ...(chance.happens(80) && { age: chance.whole(-5, 34) }),
      ...(chance.happens(80) && { born: `19${pick([50, 70, 90])}-05-0${pick([1, 2])}` }),
    })
    const all: Drawn[] = []
    const add = async (count: number) => {
      for (let n = 0; n < count; n++) {
        const { status, day, ...answered } = draw()
        if (answered.crops?.length === 0) delete answered.crops
        const none = Object.fromEntries(
          ['sex', 'crops', 'age', 'born'].map((code) => [survey.question(code).id, undefined]),
        )
        const answers = Object.fromEntries(
          Object.entries(answered).map(([code, value]) => [survey.question(code).id, value]),
        )
        await given.responses(survey, 1, {
          status,
          submittedAt: `${day}T08:00:00Z`,
          answers: { ...none, ...answers } as Answers,
        })
        all.push({ status, day, ...answered })
      }
    }
    await add(25)
    await writeColumns(services)
    await add(10)

    const staff = as(await given.admin())
    const params = { surveyId: survey.id }
    for (let n = 0; n < 20; n++) {
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
      const { data: charts } = await staff.call(insight.ofSurvey, { params, query: words })
      const ages = found.flatMap(({ age }) => age ?? []).toSorted((a, b) => a - b)
      const chart = charts.questions.find(({ code }) => code === 'age')
      expect(chart?.answered).toBe(ages.length)
      expect(chart?.bins.reduce((sum, bin) => sum + bin.n, 0)).toBe(ages.length)
      const [low, q1, median, q3, high] = [0, 0.25, 0.5, 0.75, 1].map((part) => quantile(ages, part))
      if (ages.length > 0) expect(chart?.spread).toMatchObject({ low, q1, median, q3, high })
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
  }),
)

function quantile(sorted: readonly number[], part: number): number {
  const rank = (sorted.length - 1) * part
  const below = sorted[Math.floor(rank)] ?? 0
  return below + ((sorted[Math.ceil(rank)] ?? 0) - below) * (rank - Math.floor(rank))
}
