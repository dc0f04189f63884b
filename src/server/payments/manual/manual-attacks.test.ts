/** Files of payments as they come in life: full of mistakes, in the wrong form, twice, or made to do harm. */
import { expect } from 'vitest'
import { manualPayments } from '#contract/manual-payments.ts'
import { paymentPolicy } from '#contract/payment-policy.ts'
import { maxManualRows } from '#domain/money/manual-payment.ts'
import { writeWorkbook } from '../../excel/write-workbook.ts'
import { workbookOf, zip } from '../../test/given-zip.ts'
import { testChance } from '../../test/seed.ts'
import { type PaymentsApp, type Person, test } from '../../test/with-payments.ts'

const phone = (n: number) => `+25884${String(1_000_000 + n)}`
const csv = (...lines: string[]) => Buffer.from(lines.join('\n'))

function upload(who: Person, bytes: Uint8Array, query: object = {}) {
  return who.call(manualPayments.upload, { query: { ...query }, file: { name: 'payments.xlsx', bytes } })
}

interface RefusedFile {
  status: number
  code: string
  data: { problemCount: number; problems: { row: number; cell: string; code: string }[] }
}

function refusalOf(answer: Promise<unknown>): Promise<RefusedFile> {
  return answer.then(
    () => expect.unreachable(),
    (refusal: RefusedFile) => refusal,
  )
}

async function storedPayments({ sql }: PaymentsApp): Promise<number> {
  const { rows } = await sql.owner.query<{ n: number }>('select count(*)::int as n from payable')
  return rows[0]?.n ?? 0
}

/** What may be wrong with a row: its cells, and the problem with the letter of its column. */
const defects: readonly (readonly [cells: Record<string, string>, cell: string, code: string])[] = [
  [{ phone: '' }, 'A', 'REQUIRED'],
  [{ phone: 'call me' }, 'A', 'BAD_PHONE'],
  [{ phone: '+25899' }, 'A', 'BAD_PHONE'],
  // The survey is in Kenya, where no number is like this one of Mozambique.
  [{ phone: '841234567' }, 'A', 'BAD_PHONE'],
  [{ phone: '8.4E+08' }, 'A', 'PHONE_IS_NUMBER_FORMAT'],
  [{ phone: '+258840999999' }, 'A', 'OWN_PHONE'],
  [{ amount: '' }, 'B', 'REQUIRED'],
  [{ amount: 'five' }, 'B', 'NOT_A_NUMBER'],
  [{ amount: '1e3' }, 'B', 'NOT_A_NUMBER'],
  [{ amount: '=1+1' }, 'B', 'NOT_A_NUMBER'],
  [{ amount: '"1,000"' }, 'B', 'NOT_A_NUMBER'],
  [{ amount: '-5' }, 'B', 'NOT_POSITIVE'],
  [{ amount: '0.00' }, 'B', 'NOT_POSITIVE'],
  [{ amount: '1.005' }, 'B', 'CURRENCY_DIGITS'],
  [{ amount: '1.000' }, 'B', 'CURRENCY_DIGITS'],
  [{ amount: '100000.01' }, 'B', 'AMOUNT_TOO_HIGH'],
  [{ amount: '99999999999999999' }, 'B', 'NOT_A_NUMBER'],
  [{ amount: '60000' }, 'B', 'ABOVE_LIMIT'],
  [{ currency: 'ZZZ' }, 'C', 'UNKNOWN_CURRENCY'],
  [{ currency: 'USD' }, 'C', 'NOT_ALLOWED'],
  [{ survey: '1e3' }, 'D', 'NOT_A_NUMBER'],
  [{ survey: '987654321' }, 'D', 'UNKNOWN_REFERENCE'],
  [{ visit: '-1' }, 'E', 'NOT_WHOLE'],
  [{ visit: '987654321' }, 'E', 'UNKNOWN_REFERENCE'],
  [{ reference: 'FIRST' }, 'F', 'CODE_REPEATED'],
  [{ reference: 'r'.repeat(101) }, 'F', 'TOO_LONG'],
  [{ provider: 'bank' }, 'G', 'UNKNOWN_REFERENCE'],
  [{ more: 'x' }, 'H', 'NO_HEADING'],
]

test('of 50,000 rows each planted mistake is named by its cell, and nothing is stored', async ({ app }) => {
  const { given, maker, as, sql } = app
  const { id: surveyId } = await given.survey({ amount: '1', country: 'KE' })
  await sql.owner.query(`update person set phone = '+258840999999' where id = $1`, [maker.id])
  const administrator = as(await given.admin({ permissions: ['roles.grantPayments', 'payments.read'] }))
  const limits = [{ kind: 'PAYMENT', currency: 'MZN', amount: '50000' }]
  await administrator.call(paymentPolicy.set, { body: { version: 0, limits, reason: 'Test' } })
  const lines = Array.from({ length: maxManualRows }, (_, n) => ({ phone: phone(n), amount: '5', reference: '' }))
  const chance = testChance()
  const rows = new Set<number>()
  while (rows.size < 4 * defects.length) rows.add(chance.whole(1, maxManualRows - 1))
  const planted = [...rows].map((row, n) => ({ row, defect: defects[n % defects.length] }))
  for (const { row, defect } of planted) lines[row] = { ...lines[row], ...defect?.[0] } as (typeof lines)[0]
  lines[0] = { phone: phone(0), amount: '5', reference: 'first' }
  const text = lines.map((line) => {
    const { currency = '', survey = '', visit = '', provider = '', more = '' } = line as Record<string, string>
    return [line.phone, line.amount, currency, survey, visit, line.reference, provider, more].join(',')
  })
  const bytes = csv('phone_number,amount,currency,survey_id,location_id,reference,provider', ...text)
  const before = await storedPayments(app)
  const { status, code, data } = await refusalOf(upload(maker, bytes, { surveyId }))
  expect([status, code, data.problemCount]).toEqual([422, 'WORKBOOK_ROWS_INVALID', planted.length])
  const found = data.problems.map(({ cell, code: problem }) => `${cell} ${problem}`)
  expect(found.sort()).toEqual(planted.map(({ row, defect }) => `${defect?.[1]}${row + 2} ${defect?.[2]}`).sort())
  expect(await storedPayments(app)).toBe(before)
  await administrator.call(paymentPolicy.set, { body: { version: 1, limits: [], reason: 'Test' } })
})

const good = `${phone(1)},5`
const [text, cell] = [
  'str',
  (at: string, value: string, type: string) => `<c r="${at}" t="${type}"><v>${value}</v></c>`,
]
const heads = `<row r="1">${cell('A1', 'phone_number', text)}${cell('B1', 'amount', text)}</row>`
const row = (second: string) => `<row r="2">${cell('A2', phone(1), text)}${second}</row>`

/** Whole files, by their status and code, and the problem of a row where it is that. */
const files: readonly (readonly [what: string, bytes: () => Uint8Array, outcome: string])[] = [
  ['empty', () => Buffer.alloc(0), '400 FILE_EMPTY'],
  ['of blanks', () => csv('', ' ', ''), '422 WORKBOOK_EMPTY'],
  ['of headings alone', () => csv('phone_number,amount'), '422 WORKBOOK_EMPTY'],
  ['without headings', () => csv(good, good), '422 A1 UNKNOWN_COLUMN'],
  ['with a wrong heading', () => csv('phone_number,sum', good), '422 A1 MISSING_COLUMN'],
  ['with a heading twice', () => csv('phone_number,amount,Amount', `${good},6`), '422 C1 DUPLICATE_COLUMN'],
  [
    'with 60,000 rows',
    () => csv('phone_number,amount', ...Array<string>(60_000).fill(good)),
    '413 WORKBOOK_TOO_MANY_ROWS',
  ],
  ['of old Excel', () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(3000, '0'), 'hex'), '415 FILE_TYPE'],
  ['that is another archive', () => zip([{ name: 'a.txt', content: 'x' }]), '415 FILE_TYPE'],
  ['that is a broken archive', () => workbookOf(heads).subarray(0, 400), '422 FILE_BROKEN'],
  [
    'that is a bomb of rows',
    () => workbookOf(`<sheetData>${'<row/>'.repeat(5_000_000)}</sheetData>`),
    '413 FILE_UNPACKED_TOO_LARGE',
  ],
  [
    'that is a bomb of bytes',
    () => zip([{ name: 'xl/workbook.xml', content: Buffer.alloc(60_000_000) }]),
    '413 FILE_UNPACKED_TOO_LARGE',
  ],
  [
    'with a formula',
    () => workbookOf(`<sheetData>${heads}${row('<c r="B2"><f>1+1</f><v>2</v></c>')}</sheetData>`),
    '422 B2 FORMULA_CELL',
  ],
  [
    'with an error',
    () => workbookOf(`<sheetData>${heads}${row(cell('B2', '#N/A', 'e'))}</sheetData>`),
    '422 B2 ERROR_CELL',
  ],
  [
    'with merged cells',
    () =>
      workbookOf(
        `<sheetData>${heads}${row(cell('B2', '5', 'n'))}<row r="3">${cell('A3', phone(2), text)}<c r="B3"/></row></sheetData>
         <mergeCells count="1"><mergeCell ref="B2:B3"/></mergeCells>`,
      ),
    '422 B3 REQUIRED',
  ],
]

test(
  'a file that is none, too large or made to do harm is refused by name',
  // Fifteen files, some of which end the process that reads them.
  { timeout: 180_000 },
  async ({ app }) => {
    const { id: surveyId } = await app.given.survey({ amount: '1' })
    const before = await storedPayments(app)
    for (const [what, bytes, outcome] of files) {
      const { status, code, data } = await refusalOf(upload(app.maker, bytes(), { surveyId }))
      const [first] = data?.problems ?? []
      expect([what, `${status} ${first ? `${first.cell} ${first.code}` : code}`]).toEqual([what, outcome])
    }
    expect(await storedPayments(app)).toBe(before)
  },
)

test('a file that names no survey anywhere has one problem, however many rows it has', async ({ maker }) => {
  const { data } = await refusalOf(upload(maker, csv('phone_number,amount', good, `${phone(2)},6`)))
  expect(data).toMatchObject({ problemCount: 1, problems: [{ row: 1, code: 'MISSING_COLUMN' }] })
})

const sheet = (name: string, rows: string[][]) => ({ name, columns: [{}, {}], rows, headings: 1 })

test('the sheet of the template is read, though another one is before it', async ({ given, maker }) => {
  const { id: surveyId } = await given.survey({ amount: '1' })
  const sheets = [
    sheet('notes', [['Approved by'], ['Ana']]),
    sheet('payments', [
      ['phone_number', 'amount'],
      [phone(1), '12.50'],
    ]),
  ]
  const bytes = await writeWorkbook({ sheets, names: {} })
  const { data } = await upload(maker, bytes, { surveyId, dryRun: 'true' })
  expect(data).toMatchObject({ rows: 1, total: [{ amount: '12.50' }] })
})

test('a decimal comma is read; an unknown person’s or foreign phone needs a tick', async ({ given, maker }) => {
  const { id: surveyId } = await given.survey({ amount: '1', country: 'MZ' })
  const { phone: known } = await given.participant()
  const bytes = csv('phone_number;amount', `${known};12,50`, '+254712345678;1', '84 123 4567;1')
  const { data } = await upload(maker, bytes, { surveyId, dryRun: 'true' })
  expect(data).toMatchObject({
    total: [{ amount: '14.50' }],
    warnings: [
      { group: 'UNKNOWN_PERSON', count: 2, rows: [3, 4] },
      { group: 'OTHER_COUNTRY', count: 1, rows: [3] },
    ],
  })
  const half = upload(maker, bytes, { surveyId, accept: 'UNKNOWN_PERSON' })
  await expect(half).rejects.toMatchObject({ status: 409, code: 'WARNINGS_UNTICKED' })
  const { created } = (await upload(maker, bytes, { surveyId, accept: 'UNKNOWN_PERSON,OTHER_COUNTRY' })).data
  expect(created).toBe(3)
})

test('one file sent four times at once is one upload, and its payments exist once', async ({ app }) => {
  const { id: surveyId } = await app.given.survey({ amount: '1' })
  const before = await storedPayments(app)
  const bytes = csv('phone_number,amount', ...Array.from({ length: 400 }, (_, n) => `${phone(n)},5`))
  const answers = await Promise.all([1, 2, 3, 4].map(() => upload(app.maker, bytes, { surveyId })))
  expect(answers.filter(({ data }) => !data.repeated)).toHaveLength(1)
  expect(new Set(answers.map(({ data }) => data.batchId)).size).toBe(1)
  expect(await storedPayments(app)).toBe(before + 400)
})

test('two files with the same references at once: one is taken, one refused by row', async ({ app }) => {
  const { id: surveyId } = await app.given.survey({ amount: '1' })
  const lines = Array.from({ length: 300 }, (_, n) => `${phone(n)},5,R${n}`)
  const bytes = [
    csv('phone_number,amount,reference', ...lines),
    csv('phone_number,amount,reference', ...lines.toReversed()),
  ]
  const ends = await Promise.allSettled(bytes.map((one) => upload(app.maker, one, { surveyId })))
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as RefusedFile] : []))
  expect(refused).toMatchObject([{ status: 422, data: { problemCount: 300 } }])
  expect(refused[0]?.data.problems[0]).toMatchObject({ cell: 'C2', code: 'DUPLICATE' })
})
