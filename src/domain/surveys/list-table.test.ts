/** Lists from files: what a filter offers of them, and what is no answer. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerProblems } from '../answers/answers.ts'
import { offeringOf } from '../answers/choice-filter.ts'
import { answersById, smallSurvey } from '../answers/test/small-survey.ts'
import { readListTable, withTables } from './list-table.ts'
import type { ListTable } from './survey-files.ts'
import { questionsOf } from './survey.ts'

const today = '2026-11-28'

function tableOf(text: string): ListTable {
  const table = readListTable(text)
  if ('problem' in table) throw new Error(table.problem)
  return table
}

function surveyOver(optionFilter: string | null, text: string) {
  const bare = smallSurvey([
    [
      { code: 'district', type: 'TEXT' },
      { code: 'age', type: 'INTEGER' },
      { code: 'village', type: 'SINGLE', optionFilter, list: { file: 'v.csv', value: 'code' } },
    ],
  ])
  return withTables(bare, new Map([['v.csv', tableOf(text)]]))
}

const filters: [string, (row: Record<string, string>, given: { district: string; age: number }) => boolean][] = [
  [`column('district') = district`, (row, { district }) => row['district'] === district],
  [
    `column('least') <= age and district = column('district')`,
    (row, { district, age }) => row['district'] === district && row['least'] !== '' && Number(row['least']) <= age,
  ],
  [`column('least') <= age`, (row, { age }) => row['least'] !== '' && Number(row['least']) <= age],
]

test('a filter offers the rows of a file that it holds for, and takes no others', () => {
  const word = fc.constantFrom('north', 'south', 'east')
  const row = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), word, fc.constantFrom('', '1', '5', '30'))
  const given = fc.record({ district: word, age: fc.nat(40) })
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 12 }),
      given,
      fc.constantFrom(...filters),
      (rows, drawn, [filter, holds]) => {
        const text = ['code,label,district,least', ...rows.map(([code, ...more]) => `${code},,${more.join(',')}`)].join(
          '\n',
        )
        const content = surveyOver(filter, text)
        const [, , village] = questionsOf(content)
        if (!village) throw new Error('no question')
        const wanted = tableOf(text).rows.filter((each) => holds(each, drawn))
        const offered = offeringOf(content, answersById(content, drawn), { today })(village, undefined)
        expect(offered.map(({ columns }) => columns)).toEqual(wanted)
        for (const code of ['a', 'b', 'c', 'd', 'none']) {
          const isTaken =
            answerProblems(content, answersById(content, { ...drawn, village: code }), { today }).length === 0
          expect(isTaken, code).toBe(wanted.some((each) => each['code'] === code))
        }
      },
    ),
  )
})

test('a list of 100,000 rows is filtered at once, and one row more is refused', () => {
  const lines = Array.from({ length: 100_000 }, (_, n) => `v${n},Village ${n},d${n % 500},`)
  const text = ['code,label,district,least', ...lines].join('\r\n')
  const content = surveyOver(`column('district') = district`, text)
  const [, , village] = questionsOf(content)
  const offered = () =>
    village && offeringOf(content, answersById(content, { district: 'd7' }), { today })(village, undefined)
  expect(offered()?.length).toBe(200)
  const begun = process.cpuUsage()
  for (let key = 0; key < 10; key += 1) offered()
  const { user, system } = process.cpuUsage(begun)
  expect((user + system) / 1000 / 10).toBeLessThan(25)
  expect(readListTable(`${text}\r\nv,V,d,`)).toEqual({ problem: 'LIST_TOO_LONG', limit: 100_000 })
  expect(readListTable(`name,label\n"open`)).toEqual({ problem: 'FILE_OTHER_TYPE' })
})
