import { expect } from 'vitest'
import { administrativeUnits, unitTree } from '#contract/administrative-units.ts'
import type { Chance } from '../demo/content/chance.ts'
import { csvLine } from '../excel/csv.ts'
import { writeWorkbook } from '../excel/write-workbook.ts'
import type { Caller } from '../test/caller.ts'
import { testChance } from '../test/seed.ts'
import { test } from '../test/with-app.ts'

let counter = 0
const word = () => `i${(counter += 1)}`

type Line = (string | null)[]
const header = ['code', 'name', 'parentCode', 'level']

function csv(lines: readonly Line[]): Buffer {
  return Buffer.from(lines.map(csvLine).join(''))
}

function send(staff: Caller, lines: readonly Line[], name = 'units.csv') {
  return staff.call(unitTree.importUnits, { file: { name, bytes: csv(lines) } })
}

async function exported(staff: Caller, query: Record<string, string | number> = {}): Promise<string[]> {
  const { status, bytes } = await staff.raw(unitTree.exportUnits, { query })
  expect(status).toBe(200)
  return bytes.toString('utf8').replace('\uFEFF', '').trim().split('\r\n')
}

/** The lines of the problems as [row, column, code]. */
async function problemsOf(refusal: Promise<unknown>) {
  const error = await refusal.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({ status: 422, code: 'WORKBOOK_ROWS_INVALID' })
  const { problems } = (
    error as { data: { problems: { row: number; column: string; code: string; names?: string }[] } }
  ).data
  return problems
}

test('a tree comes in whole in any order, again without change, then with its changes', async ({ given, as, sql }) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const [country, north, south, village] = [word(), word(), word(), word()]
  const lines: Line[] = [
    ['Code', 'NAME', 'parentcode'],
    [village, 'Aldeia; "1"', south],
    ['', '', ''],
    [south, 'Sul', country],
    [north, '=Norte', country],
    [country, 'País', ''],
  ]
  expect((await send(staff, lines)).data).toEqual({ rows: 4, created: 4, updated: 0, unchanged: 0 })
  expect((await send(staff, lines)).data).toEqual({ rows: 4, created: 0, updated: 0, unchanged: 4 })
  const { data } = await staff.call(unitTree.find, { query: { q: village } })
  expect(data).toMatchObject([{ level: 2, name: 'Aldeia; "1"', ancestors: [{ name: 'País' }, { name: 'Sul' }] }])
  const id = data[0]?.id ?? 0
  const changed = await send(staff, [
    header,
    [village.toUpperCase(), 'Aldeia', north, '2'],
    [south, 'Sul', country, ''],
  ])
  expect(changed.data).toEqual({ rows: 2, created: 0, updated: 1, unchanged: 1 })
  expect((await staff.call(administrativeUnits.get, { params: { id } })).data).toMatchObject({
    code: village.toUpperCase(),
    name: 'Aldeia',
    ancestors: [{ name: 'País' }, { name: '=Norte' }],
  })
  const trail = await sql.owner.query<{ action: string }>(
    `select action from audit where subject_type = 'administrative_unit' and subject_id = $1 order by id`,
    [String(id)],
  )
  expect(trail.rows.map((row) => row.action.split('.')[1])).toEqual(['create', 'update', 'update'])
})

test('a bad file is refused whole, with all problems by row and column', async ({ given, as }) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const [a, b, c, good, stored, below] = [word(), word(), word(), word(), word(), word()]
  await send(staff, [header, [stored, 'Stored', '', ''], [below, 'Below', stored, '']])
  const total = (await staff.call(administrativeUnits.list)).total
  const problems = await problemsOf(
    send(staff, [
      header,
      [a, 'A', c, ''],
      [b, 'B', a, ''],
      [c, 'C', b, ''],
      [good, 'Good', '', '0'],
      [good.toUpperCase(), 'Again', '', ''],
      [word(), 'Orphan', 'nowhere', ''],
      [word(), 'Level', good, '3'],
      [word(), '', '', 'x'],
      ['a b', 'x'.repeat(201), '', '10'],
      [stored, 'Stored', below, ''],
    ]),
  )
  expect(problems.map(({ row, column, code }) => [row, column, code])).toEqual([
    [2, 'parentCode', 'UNIT_CYCLE'],
    [3, 'parentCode', 'UNIT_CYCLE'],
    [4, 'parentCode', 'UNIT_CYCLE'],
    [6, 'code', 'CODE_REPEATED'],
    [7, 'parentCode', 'UNKNOWN_PARENT'],
    [8, 'level', 'WRONG_LEVEL'],
    [9, 'name', 'REQUIRED'],
    [9, 'level', 'NOT_A_NUMBER'],
    [10, 'code', 'BAD_CODE'],
    [10, 'name', 'TOO_LONG'],
    [10, 'level', 'TOO_BIG'],
    [11, 'parentCode', 'UNIT_CYCLE'],
  ])
  for (const problem of problems.slice(0, 3)) for (const code of [a, b, c]) expect(problem.names).toContain(code)
  expect(problems.at(-1)?.names).toContain(below)
  expect((await staff.call(administrativeUnits.list)).total).toBe(total)
  const headings = await problemsOf(
    send(staff, [
      ['code', 'name', 'size', 'code'],
      [word(), 'X', '', ''],
    ]),
  )
  expect(headings.map((problem) => problem.code).sort()).toEqual([
    'DUPLICATE_COLUMN',
    'MISSING_COLUMN',
    'UNKNOWN_COLUMN',
  ])
  await expect(send(staff, [header])).rejects.toMatchObject({ code: 'WORKBOOK_EMPTY' })
})

test('the template of Excel can be filled in and sent back', async ({ given, as }) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const { status, bytes: template } = await staff.raw(unitTree.template)
  expect(status).toBe(200)
  await expect(
    staff.call(unitTree.importUnits, { file: { name: 'units.xlsx', bytes: template } }),
  ).rejects.toMatchObject({ code: 'WORKBOOK_EMPTY' })
  const top = word()
  const rows = [header, [top, 'Top', null, null], [word(), 'Below', top, 1]]
  const bytes = await writeWorkbook({ sheets: [{ name: 'units', headings: 1, columns: [], rows }], names: {} })
  const { data } = await staff.call(unitTree.importUnits, { file: { name: 'units.xlsx', bytes } })
  expect(data).toMatchObject({ rows: 2, created: 2 })
})

/** Codes, names and parents among the units before. */
function anyForest(
  size: number,
  chance: Chance,
): { code: string; name: string; parent: number | undefined; level: number }[] {
  const forest: { code: string; name: string; parent: number | undefined; level: number }[] = []
  const signs = ['Ilha', 'Água', '北区', '-1', "O'Neil", 'a;b', '"x"', '=1+1', 'ß']
  for (let n = 0; n < size; n += 1) {
    const parent = n === 0 || chance.happens(5) ? undefined : chance.whole(0, n - 1)
    const level = parent === undefined ? 0 : (forest[parent]?.level ?? 0) + 1
    const name = `${signs[n % signs.length]} ${n}`
    forest.push(level > 9 ? { code: word(), name, parent: undefined, level: 0 } : { code: word(), name, parent, level })
  }
  return forest
}

test('a forest comes out as it went in, also after its branches were moved', async ({ given, as, sql }) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const chance = testChance()
  const forest = anyForest(400, chance)
  const lines = forest.map(({ code, name, parent, level }): Line => [
    code,
    name,
    parent === undefined ? null : (forest[parent]?.code ?? null),
    String(level),
  ])
  const drawn = lines.map((line) => ({ line, at: chance.whole(0, 1e9) }))
  const shuffled = drawn.sort((a, b) => a.at - b.at).map(({ line }) => line)
  expect((await send(staff, [header, ...shuffled])).data.created).toBe(400)
  const mine = new Set(lines.map((line) => csvLine(line).trim()))
  const kept = async () => (await exported(staff)).filter((line) => mine.has(line)).length
  expect(await kept()).toBe(400)
  const { rows: units } = await sql.owner.query<{ id: number; code: string }>(
    'select id, code from administrative_unit order by id',
  )
  const codes = new Set(forest.map(({ code }) => code))
  // Another tree's unit below the forest would become too deep when its branch is put back: a right refusal.
  const own = units.filter(({ code }) => codes.has(code))
  let moved = 0
  for (let n = 0; n < 60; n += 1) {
    const [params, body] = [{ id: chance.pick(own).id }, { parentId: chance.pick(units).id }]
    const answer = await staff.raw(administrativeUnits.update, { params, body })
    expect([200, 409, 422]).toContain(answer.status)
    if (answer.status === 200) moved += 1
    const { rows } = await sql.owner
      .query(`select from administrative_unit u join administrative_unit p on p.id = u.parent_id
        where u.path <> p.path || u.id`)
    expect(rows).toHaveLength(0)
  }
  expect(moved).toBeGreaterThan(0)
  await send(staff, [header, ...shuffled])
  expect(await kept()).toBe(400)
  const roots = forest.filter((unit) => unit.parent === undefined)
  const { data } = await staff.call(unitTree.find, { query: { q: roots[0]?.code ?? '' } })
  const branch = await exported(staff, { within: data.find((unit) => unit.code === lines[0]?.[0])?.id ?? 0 })
  expect(branch[1]).toBe(csvLine(lines[0] ?? []).trim())
})

test('twenty thousand units are taken and put elsewhere in one go', async ({ given, as }) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const mark = word()
  const lines = Array.from({ length: 20_000 }, (_, n): Line => {
    const parent = n === 0 ? null : `${mark}-${Math.floor((n - 1) / 20)}`
    return [`${mark}-${n}`, `Unit ${n}`, parent, null]
  })
  expect((await send(staff, [header, ...lines])).data).toMatchObject({ created: 20_000 })
  const { data } = await staff.call(unitTree.find, { query: { q: `${mark}-19999` } })
  expect(data[0]?.level).toBe(4)
  const top = (await staff.call(unitTree.find, { query: { q: `${mark}-1` } })).data.find(
    (unit) => unit.code === `${mark}-1`,
  )
  const elsewhere = await staff.call(administrativeUnits.create, { body: { name: 'X', code: word() } })
  await staff.call(administrativeUnits.update, {
    params: { id: top?.id ?? 0 },
    body: { parentId: elsewhere.data.id },
  })
  expect((await exported(staff, { within: top?.id ?? 0 })).length).toBeGreaterThan(8000)
}, 120_000)
