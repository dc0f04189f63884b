import { Buffer } from 'node:buffer'
import { expect } from 'vitest'
import { sites } from '#contract/sites.ts'
import { csvLine } from '../excel/csv.ts'
import { readWorkbook } from '../excel/read-workbook.ts'
import { writeWorkbook } from '../excel/write-workbook.ts'
import type { Caller } from '../test/caller.ts'
import { test } from '../test/with-app.ts'

let counter = 0
const word = () => `I${Date.now().toString(36)}${(counter += 1)}`

function csv(...lines: (string | null)[][]): Buffer {
  return Buffer.from(lines.map(csvLine).join(''))
}

function send(staff: Caller, bytes: Uint8Array, query: Record<string, string> = {}) {
  return staff.call(sites.import, { query, file: { name: 'sites.csv', bytes } })
}

test('sites of a file are known by their code: the same file again changes nothing', async ({ staff, given, sql }) => {
  const kind = await given.siteCategory({ title: `Água ${word()}` })
  const company = await given.company({ title: `Company ${word()}` })
  const [one, two] = [word(), word()]
  const head = [
    'code',
    'Title',
    'siteCategory',
    'companyTitle',
    'latitude',
    'longitude',
    'radiusMeters',
    'contactPhone',
    'version',
  ]
  const file = csv(
    head,
    [
      one,
      'Well; "A"',
      kind.title.toUpperCase().replace('Á', 'A'),
      company.title,
      '-19.5',
      '34.25',
      '150',
      '+258 84 123 4567',
      '9',
    ],
    ['', '', '', '', '', '', '', '', ''],
    [two, 'Tap', kind.title, '', '', '', '', '', ''],
  )
  expect((await send(staff, file)).data).toEqual({
    rows: 2,
    created: 2,
    changed: 0,
    unchanged: 0,
    skipped: 0,
    problemCount: 0,
    problems: [],
  })
  const find = async (code: string) => (await staff.call(sites.list, { query: { q: code } })).data[0]
  expect(await find(one)).toMatchObject({
    title: 'Well; "A"',
    siteCategoryId: kind.id,
    companyId: company.id,
    latitude: -19.5,
    longitude: 34.25,
    radiusMeters: 150,
    contactPhone: '+258841234567',
    status: 'ACTIVE',
    version: 1,
  })
  expect((await send(staff, file)).data).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
  // The code in another case is the same site; a column that is not in the file stays as it is.
  const again = csv(
    ['code', 'title', 'siteCategory'],
    [one.toLowerCase(), 'Well B', kind.title],
    [two, 'Tap', kind.title],
  )
  expect((await send(staff, again)).data).toMatchObject({ created: 0, changed: 1, unchanged: 1 })
  const changed = await find(one)
  expect(changed).toMatchObject({ title: 'Well B', code: one, companyId: company.id, version: 2 })
  const { rows } = await sql.owner.query<{
    action: string
    before: { title: string } | null
    after: { title: string }
  }>(`select action, before, after from audit where subject_type = 'site' and subject_id = $1 order by id`, [
    String(changed?.id),
  ])
  expect(rows).toMatchObject([
    { action: 'sites.create', before: null, after: { title: 'Well; "A"' } },
    { action: 'sites.update', before: { title: 'Well; "A"', siteCategoryId: kind.id }, after: { title: 'Well B' } },
  ])
})

test('problems of a file name row and column; good rows are stored only when asked for', async ({ staff, given }) => {
  const kind = await given.siteCategory({ title: `Kind ${word()}` })
  const twice = `Twice ${word()}`
  await given.company({ title: twice })
  await given.company({ title: twice })
  const good = word()
  const file = csv(
    ['code', 'title', 'siteCategory', 'company', 'latitude', 'longitude', 'radiusMeters', 'status', 'contactPhone'],
    [good, 'Good', kind.title, '', '', '', '', '', ''],
    ['a b', '', 'No such kind', twice, '95', '', '5', 'OPEN', '12'],
    [good, 'Repeated', kind.title, '', '', '', '', '', ''],
    [word(), 'Half', kind.title, '', '-19', '', '5', '', ''],
  )
  const problems = [
    [3, 'code', 'BAD_CODE'],
    [3, 'title', 'REQUIRED'],
    [3, 'status', 'UNKNOWN_CHOICE'],
    [3, 'contactPhone', 'BAD_PHONE'],
    [3, 'latitude', 'TOO_BIG'],
    [3, 'longitude', 'POINT_INCOMPLETE'],
    [3, 'radiusMeters', 'TOO_SMALL'],
    [3, 'siteCategory', 'UNKNOWN_REFERENCE'],
    [3, 'company', 'AMBIGUOUS_REFERENCE'],
    [4, 'code', 'CODE_REPEATED'],
    [5, 'longitude', 'POINT_INCOMPLETE'],
    [5, 'radiusMeters', 'TOO_SMALL'],
  ].map(([row, column, code]) => expect.objectContaining({ row, column, code }) as unknown)
  const total = (await staff.call(sites.list)).total
  await expect(send(staff, file)).rejects.toMatchObject({
    status: 422,
    code: 'WORKBOOK_ROWS_INVALID',
    data: { rows: 4, problemCount: problems.length, problems: expect.arrayContaining(problems) as unknown },
  })
  expect((await staff.call(sites.list)).total).toBe(total)
  expect((await send(staff, file, { goodOnly: 'true' })).data).toMatchObject({
    rows: 4,
    created: 1,
    skipped: 3,
    problemCount: problems.length,
  })
  expect((await staff.call(sites.list)).total).toBe(total + 1)
  const noColumns = csv(['title', 'bogus'], ['A', 'B'])
  await expect(send(staff, noColumns, { goodOnly: 'true' })).rejects.toMatchObject({
    data: {
      problems: [
        { row: 1, column: 'code', code: 'MISSING_COLUMN' },
        { row: 1, column: 'siteCategory', code: 'MISSING_COLUMN' },
        { row: 1, column: 'bogus', code: 'UNKNOWN_COLUMN' },
      ],
    },
  })
})

test('a name that is not known is said, of a long one its beginning; a phone is not', async ({ staff, given }) => {
  const kind = await given.siteCategory()
  const company = `Firm ${word()}`
  await given.company({ title: company })
  await given.company({ title: company })
  const file = csv(
    ['code', 'title', 'siteCategory', 'company', 'administrativeUnitCode', 'status', 'contactPhone'],
    [word(), 'A', 'Clinc', company, 'MZ-none', 'OPEN', '12'],
    [word(), 'B', kind.title, '𠮷'.repeat(90), '', '', ''],
  )
  const answer = send(staff, file).catch((error: unknown) => error)
  const { data } = (await answer) as { data: { problems: { column: string; code: string; value?: string }[] } }
  const said = data.problems.map(({ column, code, value }) => [column, code, value])
  expect(said).toHaveLength(6)
  expect(said).toEqual(
    expect.arrayContaining([
      ['siteCategory', 'UNKNOWN_REFERENCE', 'Clinc'],
      ['company', 'AMBIGUOUS_REFERENCE', company],
      ['administrativeUnitCode', 'UNKNOWN_REFERENCE', 'MZ-none'],
      ['status', 'UNKNOWN_CHOICE', 'OPEN'],
      ['contactPhone', 'BAD_PHONE', undefined],
      ['company', 'UNKNOWN_REFERENCE', `${'𠮷'.repeat(80)}…`],
    ]),
  )
})

test('a row with a cell past the last heading is refused; an open quote names its row', async ({ staff, given }) => {
  const kind = await given.siteCategory()
  const [blank, note, cut] = [word(), word(), word()]
  const lines = [
    'code,title,siteCategory,address,',
    `${blank},A,${kind.title},Road 1,, ,`,
    `${cut},B,${kind.title},Road 1,Beira`,
    `${note},C,${kind.title},Road 1,,,see below,again`,
  ]
  const file = Buffer.from(lines.join('\n'))
  const problems = [
    { row: 3, column: '', cell: 'E3', code: 'NO_HEADING' },
    { row: 4, column: '', cell: 'G4', code: 'NO_HEADING' },
  ]
  await expect(send(staff, file)).rejects.toMatchObject({
    code: 'WORKBOOK_ROWS_INVALID',
    data: { rows: 3, problemCount: 2, problems },
  })
  const taken = await send(staff, file, { goodOnly: 'true' })
  expect(taken.data).toMatchObject({ created: 1, skipped: 2, problemCount: 2, problems })
  const open = Buffer.from(`code,title,siteCategory\n${word()},A,${kind.title}\n${word()},"B,${kind.title}\n`)
  await expect(send(staff, open)).rejects.toMatchObject({ status: 422, code: 'FILE_BROKEN', data: { row: 3 } })
})

/** A row of 60 cells. */
function wide(...cells: [at: number, text: string][]): (string | null)[] {
  const row: (string | null)[] = Array.from({ length: 60 }, () => null)
  for (const [at, text] of cells) row[at] = text
  return row
}

const xlsx = (...rows: (string | null)[][]) =>
  writeWorkbook({ sheets: [{ name: 'sites', columns: [], headings: 1, rows }], names: {} })

test.for([
  ['CSV', csv],
  ['XLSX', xlsx],
] as const)(
  'a %s with a cell under no heading, or too far right, is refused by its place',
  async ([_, fileOf], { given, as, sql }) => {
    const staff = as(await given.admin())
    const kind = await given.siteCategory()
    const codes = [word(), word(), word(), word()]
    const site = (index: number): [number, string][] => [
      [0, codes[index] ?? ''],
      [2, `Well ${index}`],
      [3, kind.title],
    ]
    const head: [number, string][] = [
      [0, 'code'],
      [2, 'title'],
      [3, 'siteCategory'],
    ]
    const loose = await fileOf(
      wide(...head),
      wide(...site(0), [1, 'lost']),
      wide(...site(1), [55, 'far']),
      wide(...site(2), [1, ' ']),
      wide([59, 'alone']),
    )
    const problems = [
      { row: 2, column: '', cell: 'B2', code: 'NO_HEADING' },
      { row: 3, column: '', cell: 'BD3', code: 'NO_HEADING' },
      { row: 5, column: 'code', code: 'REQUIRED' },
      { row: 5, column: 'title', code: 'REQUIRED' },
      { row: 5, column: 'siteCategory', code: 'REQUIRED' },
      { row: 5, column: '', cell: 'BH5', code: 'NO_HEADING' },
    ]
    const refused = { code: 'WORKBOOK_ROWS_INVALID', data: { rows: 4, problemCount: 6, problems } }
    await expect(send(staff, loose)).rejects.toMatchObject(refused)
    expect((await send(staff, loose, { goodOnly: 'true' })).data).toMatchObject({ created: 1, skipped: 3, problems })
    const far = await fileOf(wide(...head, [52, 'address']), wide(...site(3), [52, 'Road 1']))
    await expect(send(staff, far)).rejects.toMatchObject({
      data: { problemCount: 1, problems: [{ row: 1, cell: 'BA1', code: 'TOO_MANY_COLUMNS', limit: 50 }] },
    })
    const { rows } = await sql.owner.query<{ code: string }>(`select code from site where code = any($1)`, [codes])
    expect(rows.map(({ code }) => code)).toEqual([codes[2]])
  },
)

test('the template lists the choices of its columns, and comes back filled', async ({ staff, given }) => {
  const kind = await given.siteCategory({ title: `=Kind ${word()}` })
  const { bytes } = await staff.raw(sites.template)
  const read = await readWorkbook(bytes, ['sites', 'choices'], { rows: 2000, columns: 20 })
  if ('refusal' in read) throw new Error(read.refusal)
  const [heading] = read.workbook.sheets.get('sites') ?? []
  expect(heading?.slice(0, 3)).toEqual(['code', 'title', 'siteCategory'])
  expect(read.workbook.sheets.get('choices')?.map((row) => row[0])).toContain(kind.title)
  const filled = await writeWorkbook({
    sheets: [
      {
        name: 'sites',
        columns: [],
        headings: 1,
        rows: [
          ['code', 'title', 'siteCategory'],
          [word(), 'X', kind.title],
        ],
      },
    ],
    names: {},
  })
  expect((await send(staff, filled)).data).toMatchObject({ created: 1 })
})

test('a file that says what is there already touches nothing, not even for a moment', async ({ staff, given, sql }) => {
  const kind = await given.siteCategory()
  const codes = Array.from({ length: 20 }, word)
  const file = csv(['code', 'title', 'siteCategory'], ...codes.map((code) => [code, 'Well', kind.title]))
  expect((await send(staff, file)).data).toMatchObject({ created: 20 })
  const stored = async () => {
    const { rows } = await sql.owner.query<object>(
      `select xmin::text, xmax::text, ctid::text from site where code = any($1) order by id`,
      [codes],
    )
    return rows
  }
  const before = await stored()
  expect((await send(staff, file)).data).toMatchObject({ created: 0, changed: 0, unchanged: 20 })
  expect(await stored()).toEqual(before)
})

test('two files with the same new sites at once: each site is created once', async ({ staff, given, sql }) => {
  const kind = await given.siteCategory()
  const codes = Array.from({ length: 300 }, word)
  const fileOf = (list: string[]) =>
    csv(['code', 'title', 'siteCategory'], ...list.map((code) => [code, 'Well', kind.title]))
  const answers = await Promise.all([send(staff, fileOf(codes)), send(staff, fileOf(codes.toReversed()))])
  const sum = (key: 'created' | 'unchanged') => answers.reduce((total, { data }) => total + data[key], 0)
  expect([sum('created'), sum('unchanged')]).toEqual([300, 300])
  const { rows } = await sql.owner.query(
    `select s.id from site s join audit on subject_type = 'site' and subject_id = s.id::text where code = any($1)`,
    [codes],
  )
  expect(rows).toHaveLength(300)
})
