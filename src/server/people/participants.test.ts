import { Buffer } from 'node:buffer'
import { expect } from 'vitest'
import { people } from '#contract/people.ts'
import { responses } from '#contract/responses.ts'
import { jobKinds } from '../app.ts'
import { csvLine } from '../excel/csv.ts'
import { readWorkbook } from '../excel/read-workbook.ts'
import { writeWorkbook } from '../excel/write-workbook.ts'
import { givenWorker } from '../jobs/test/given-job.ts'
import type { Caller } from '../test/caller.ts'
import { exportedFile } from '../test/read-export.ts'
import { test } from '../test/with-app.ts'
import { eraseParticipant } from '../test/erase-participant.ts'

let counter = 0
const word = () => `i${Date.now().toString(36)}${(counter += 1)}`
const phone = () => `+25883${String((counter += 1)).padStart(7, '0')}`

function csv(...lines: (string | null)[][]): Buffer {
  return Buffer.from(lines.map(csvLine).join(''))
}

function send(staff: Caller, bytes: Uint8Array, name = 'people.csv') {
  return staff.call(people.importParticipants, { file: { name, bytes } })
}

test('participants come from CSV with phones as E.164; known ones are named and kept', async ({ given, as, sql }) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const there = await given.participant()
  const mark = word()
  const numbers = [phone(), phone()]
  const spaced = numbers[0]?.replace(/^(\+258)(\d{2})(\d{3})/, '$1 $2 $3 ') ?? ''
  const before = (await staff.call(people.participants)).total
  const { data } = await send(
    staff,
    csv(
      ['Name', 'PHONE', 'email', 'gender', 'birthDate', 'locale', 'status'],
      [`Ângela; "A" ${mark}`, spaced, 'a@example.org', 'F', '1990-02-28', 'pt-br', 'whatever'],
      ['', '', '', '', '', '', ''],
      [`Two ${mark}`, numbers[1]?.replace('+', '00') ?? '', '', '', '', '', ''],
      ['Somebody else', there.phone, '', '', '', '', ''],
    ),
  )
  expect(data).toEqual({
    rows: 3,
    created: 2,
    duplicates: [{ row: 5, personId: there.id, name: there.name }],
    duplicateCount: 1,
  })
  const found = await staff.call(people.search, { query: { query: mark } })
  expect(found.data).toMatchObject([
    {
      name: `Ângela; "A" ${mark}`,
      phone: numbers[0],
      email: 'a@example.org',
      birthDate: '1990-02-28',
      locale: 'pt-br',
    },
    { name: `Two ${mark}`, phone: numbers[1], email: null, locale: 'en' },
  ])
  expect((await staff.call(people.participants)).total).toBe(before + 2)
  const { rows } = await sql.owner.query<{ n: string }>(
    `select count(*) as n from audit where action = 'people.create' and subject_id = any($1)`,
    [found.data.map((row) => String(row.id))],
  )
  expect(Number(rows[0]?.n)).toBe(2)
  expect((await send(staff, csv(['name', 'phone'], ['X', numbers[0] ?? '']))).data.created).toBe(0)
})

test('a bad file is refused whole, its problems by row and column, nothing personal', async ({ given, as }) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  const good = phone()
  const before = (await staff.call(people.participants)).total
  const refusal = send(
    staff,
    csv(
      ['name', 'phone', 'email', 'birthDate', 'locale', 'shoe size', 'name', 'administrativeUnitCode'],
      ['A', good, '', '', '', '', '', 'MZ-none'],
      ['', '12', 'nobody', '1990-02-30', 'fr', '', '', ''],
      ['C', '8.41E+08', '', '', '', '', '', ''],
      ['D', good, '', '', '', '', '', ''],
      ['E', '', '', '', '', '', '', ''],
    ),
  )
  await expect(refusal).rejects.toMatchObject({ status: 422, code: 'WORKBOOK_ROWS_INVALID', data: { rows: 5 } })
  const { problems } = (await refusal.catch((error: unknown) => (error as { data: unknown }).data)) as {
    problems: { cell: string; code: string; otherRow?: number; value?: string }[]
  }
  expect(problems.map(({ cell, code, otherRow, value }) => [cell, code, otherRow ?? value])).toEqual([
    ['F1', 'UNKNOWN_COLUMN', undefined],
    ['G1', 'DUPLICATE_COLUMN', undefined],
    ['H2', 'UNKNOWN_UNIT', 'MZ-none'],
    ['A3', 'REQUIRED', undefined],
    ['B3', 'BAD_PHONE', undefined],
    ['C3', 'BAD_EMAIL', undefined],
    ['D3', 'NOT_A_DATE', undefined],
    ['E3', 'UNKNOWN_CHOICE', 'fr'],
    ['B4', 'PHONE_IS_NUMBER_FORMAT', undefined],
    ['B5', 'PHONE_REPEATED', 2],
    ['B6', 'REQUIRED', undefined],
  ])
  expect((await staff.call(people.participants)).total).toBe(before)
})

test.for([
  ['nothing but a heading', csv(['name', 'phone']), 'WORKBOOK_EMPTY'],
  ['bytes that are no text', Buffer.from([0x80, 0x81, 0xfe, 0xff, 0x00]), 'FILE_TYPE'],
  ['an archive that is no workbook', Buffer.from('504b0506' + '00'.repeat(18), 'hex'), 'FILE_TYPE'],
] as const)('a file of %s is refused', async ([_, bytes, code], { given, as }) => {
  const staff = as(await given.admin({ role: 'SURVEY_MANAGER' }))
  await expect(send(staff, bytes)).rejects.toMatchObject({ code })
})

test('an export is readable, holds all matches, and can be imported again', async ({ app }) => {
  const { given, as, sql } = app
  const person = await given.admin({ role: 'SURVEY_MANAGER' })
  const staff = as(person)
  givenWorker(app, jobKinds)
  const mark = word()
  const download = (format: 'CSV' | 'XLSX') =>
    exportedFile(app, person, people.exportParticipants, { format, filter: { q: mark }, sort: 'createdAt' })
  const names = [`=cmd|'/c calc'!A1 ${mark}`, `-2+3 ${mark}`, `"Quoted", ${mark}`, `José ${mark}`]
  const numbers: string[] = []
  for (const name of names) numbers.push((await given.participant({ name })).phone)
  const text = (await download('CSV')).toString('utf8')
  expect(
    text.startsWith(
      '\uFEFFid,name,phone,email,gender,birthDate,administrativeUnitCode,locale,status,createdAt,updatedAt\r\n',
    ),
  ).toBe(true)
  for (const line of text.split('\r\n').slice(1)) expect(line).not.toMatch(/(^|,)"?(?![+-]\d+(,|$))[=+\-@]/)
  const workbook = await readWorkbook(await download('XLSX'), 'FIRST', { rows: 100, columns: 20 })
  if ('refusal' in workbook) throw new Error(workbook.refusal)
  const [sheet = []] = workbook.workbook.sheets.values()
  expect(sheet.slice(1).map((row) => row.slice(1, 3))).toEqual(names.map((name, index) => [name, numbers[index]]))
  await sql.owner.query(`delete from person where phone = any($1)`, [numbers])
  expect((await send(staff, Buffer.from(text))).data).toMatchObject({ rows: 4, created: 4 })
  const again = await staff.call(people.search, { query: { query: mark, sort: 'createdAt' } })
  expect(new Set(again.data.map((row) => row.name))).toEqual(new Set(names))
  const asWorkbook = await writeWorkbook({
    sheets: [
      {
        name: 'any',
        columns: [{}, {}],
        headings: 1,
        rows: [
          ['name', 'phone'],
          [`X ${mark}`, phone()],
        ],
      },
    ],
    names: {},
  })
  expect((await send(staff, asWorkbook, 'people.xlsx')).data).toMatchObject({ rows: 1, created: 1 })
})

test('a caller without right to phones exports their ends, and the trail tells of it', async ({ app }) => {
  const { given, sql } = app
  const { name, phone: number } = await given.participant({ name: word() })
  const auditor = await given.admin({ role: 'AUDITOR' })
  givenWorker(app, jobKinds)
  const order = { format: 'CSV', filter: { q: name, name, status: 'ACTIVE' } }
  const text = (await exportedFile(app, auditor, people.exportParticipants, order)).toString('utf8')
  expect(text).toContain(name)
  expect(text).not.toContain(number.slice(4, -2))
  const { rows } = await sql.owner.query<{ after: object }>(
    `select after - 'jobId' as after from audit where actor_id = $1 and action = 'users.export'`,
    [auditor.id],
  )
  const filter = { q: true, name: true, status: 'ACTIVE' }
  expect(rows).toEqual([{ after: { format: 'CSV', filter, phones: 'MASKED' } }])
})

test('an erased participant loses all personal data; responses and books stay', async ({
  staff,
  given,
  services,
  sql,
}) => {
  const survey = await given.survey({
    sections: [
      [
        { code: 'farm', type: 'TEXT' },
        { code: 'own_name', type: 'TEXT', personal: true },
      ],
    ],
  })
  const [response] = await given.responses(survey, 1)
  const { rows } = await sql.owner.query<{ id: number; name: string }>(`select id, name from person where phone = $1`, [
    response?.phone,
  ])
  const { id, name } = rows[0] ?? { id: 0, name: '' }
  await eraseParticipant({ sql, services }, id)
  const { data } = await staff.call(people.get, { params: { id } })
  expect(data).toMatchObject({
    name: `anonymous-${id}`,
    username: `anonymous-${id}`,
    phone: null,
    status: 'SUSPENDED',
  })
  expect(data.anonymisedAt).not.toBeNull()
  const detail = (await staff.call(responses.get, { params: { id: response?.id ?? 0 } })).data
  expect(detail.participant).toMatchObject({ id, name: `anonymous-${id}` })
  expect(Object.keys(detail.answers)).toEqual([String(survey.question('farm').id)])
  const left = await sql.owner.query(
    `select from person where phone = $1 or name = $2 union all
       select from audit a where a::text like '%' || $1 || '%'`,
    [response?.phone, name],
  )
  expect(left.rows).toEqual([])
})

test('no account has a name that prevents an erasure, nor one that looks like it', async ({
  given,
  as,
  sql,
  services,
}) => {
  const administrator = as(await given.admin({ role: 'ADMINISTRATOR' }))
  const { id } = await given.participant()
  const { id: roleId } = await given.role(['companies.read'])
  const { id: staffId } = await given.admin()
  const create = (username: string) =>
    administrator.call(people.create, { body: { adminType: 'ADMIN', name: 'Rui', username, roleId } })
  const errors = [{ path: 'username', code: 'FORMAT' }]
  const username = `anonymous-${id}`
  await expect(create(username)).rejects.toMatchObject({ errors })
  const renamed = administrator.call(people.update, { params: { id: staffId }, body: { username } })
  await expect(renamed).rejects.toMatchObject({ errors })
  await create(`anonyrnous-${id}`)
  await eraseParticipant({ sql, services }, id)
  const body = { username, gender: 'FEMALE' }
  expect((await administrator.call(people.update, { params: { id }, body })).data).toMatchObject({
    ...body,
  })
})

test.for(['constructor', '__proto__', 'toString'])(
  'a column called %s is an unknown one',
  async (heading, { given, as }) => {
    const staff = as(await given.admin())
    await expect(send(staff, csv(['name', 'phone', heading], ['A', phone(), 'x']))).rejects.toMatchObject({
      status: 422,
      code: 'WORKBOOK_ROWS_INVALID',
      data: { problems: [{ row: 1, column: heading, code: 'UNKNOWN_COLUMN' }] },
    })
  },
)
