/** Many options in one call, and as a file: what either changes and refuses, and that what goes out comes in again. */
import { expect } from 'vitest'
import { answers, optionFiles } from '#contract/answers.ts'
import { questions } from '#contract/questions.ts'
import type { TestApp } from '../test/with-app.ts'
import { test } from '../test/with-app.ts'

async function choice({ given, as }: TestApp) {
  const staff = as(await given.admin())
  const survey = await given.survey({
    sections: [
      [
        { code: 'province', type: 'SINGLE', options: ['north', 'south'] },
        { code: 'district', type: 'SINGLE', options: ['d1', 'd2'] },
        { code: 'name', type: 'TEXT' },
      ],
    ],
  })
  const { id: questionId } = survey.question('district')
  const params = { questionId }
  const sectionId = survey.content.sections[0]?.id ?? 0
  return {
    staff,
    survey,
    params,
    send: async (text: string, name = 'options.csv') =>
      (await staff.call(optionFiles.upload, { params, file: { name, bytes: Buffer.from(text) } })).data,
    options: async () => {
      const { questions: all } = await staff.call(questions.ofSection, { params: { sectionId } })
      return all.find(({ id }) => id === questionId)?.answers.toSorted((a, b) => a.position - b.position) ?? []
    },
  }
}

test('a file changes known options by their codes, adds the others and deletes none', async ({ app }) => {
  const { send, options } = await choice(app)
  const before = await options()
  const csv = `code,label,label_pt-BR,label_fr,parentCode,order
D1,First,Primeiro,,north,
d9,Ninth,,Neuvième,south,1
d8,Eighth,,,,`
  expect(await send(csv)).toEqual({ rows: 3, created: 2, updated: 1, unchanged: 0 })
  const after = await options()
  expect(after.map(({ code, text, parentCode, position }) => [code, text, parentCode, position])).toEqual([
    ['d1', { en: 'First', 'pt-br': 'Primeiro' }, 'north', 1],
    ['d9', { en: 'Ninth', fr: 'Neuvième' }, 'south', 1],
    ['d2', before[1]?.text, null, 2],
    ['d8', { en: 'Eighth' }, null, 4],
  ])
  expect(after[0]).toMatchObject({ id: before[0]?.id, version: 2, firstVersion: 1 })
  expect(await send(csv)).toEqual({ rows: 3, created: 0, updated: 0, unchanged: 3 })
})

test('a file with defects names each by row and cell and changes nothing', async ({ app }) => {
  const { send, options } = await choice(app)
  const before = await options()
  const csv = `code,label,parentCode,order,colour
new,,east,0,
a;b,Label,north,x,
d1,One,,,
D1,Two,,,blue`
  const report = await send(csv).catch((error: unknown) => error)
  expect(report).toMatchObject({ status: 422, code: 'WORKBOOK_ROWS_INVALID' })
  const { problems } = (report as { data: { problems: { cell: string; code: string }[] } }).data
  expect(problems.map(({ cell, code }) => `${cell} ${code}`).sort()).toEqual([
    'A3 OPTION_CODE',
    'A5 CODE_REPEATED',
    'B2 REQUIRED',
    'C2 UNKNOWN_PARENT_OPTION',
    'D2 TOO_SMALL',
    'D3 NOT_A_NUMBER',
    'E1 UNKNOWN_COLUMN',
  ])
  expect(await options()).toEqual(before)
})

test('what goes out as a file comes in again and changes nothing', async ({ app }) => {
  const { staff, params, send, options } = await choice(app)
  await send('code,label,label_zh,parentCode,isOther,exclusive\n=1+1,@x,其他,south,yes,\n007,Zero,,,,yes\n')
  const before = await options()
  expect(before.slice(2)).toMatchObject([
    { code: '=1+1', isOther: true, exclusive: false, parentCode: 'south' },
    { code: '007', isOther: false, exclusive: true },
  ])
  const { bytes } = await staff.raw(optionFiles.download, { params })
  const file = { name: 'options.xlsx', bytes }
  expect((await staff.call(optionFiles.upload, { params, file })).data).toMatchObject({ rows: 4, unchanged: 4 })
  expect(await options()).toEqual(before)
})

test('a file of 15,000 options is taken in one go', async ({ app }) => {
  const { send, options } = await choice(app)
  const lines = Array.from({ length: 15_000 }, (_, n) => `c${n},Village ${n},Aldeia ${n},north`)
  const csv = ['code,label,label_pt-br,parentCode', ...lines].join('\n')
  expect(await send(csv)).toEqual({ rows: 15_000, created: 15_000, updated: 0, unchanged: 0 })
  expect((await options()).at(-1)).toMatchObject({ code: 'c14999', position: 15_002 })
})

test('typed options are stored in one call, those without a code by the next free one', async ({ app }) => {
  const { staff, params, options } = await choice(app)
  const body = {
    answers: [
      { text: 'First', parentCode: 'south' },
      { code: '4', text: { zh: '四' }, isOther: true },
      { text: { en: 'Second' }, position: 1 },
    ],
  }
  const { data, statusCode } = await staff.call(answers.createMany, { params, body })
  expect(statusCode).toBe(201)
  const shown = ({ code, text, parentCode, position, isOther }: (typeof data)[number]) =>
    [code, text, parentCode, position, isOther] as const
  expect(data.map(shown)).toEqual([
    ['5', { en: 'First' }, 'south', 3, false],
    ['4', { zh: '四' }, null, 4, true],
    ['6', { en: 'Second' }, null, 1, false],
  ])
  expect((await options()).map(({ code }) => code)).toEqual(['d1', '6', 'd2', '5', '4'])
  const { rows } = await app.sql.owner.query<{ after: object }>(
    `select after from audit where action = 'answers.create' and subject_id = $1`,
    [String(data[0]?.id)],
  )
  expect(rows).toMatchObject([{ after: { code: '5', text: { en: 'First' }, position: 3 } }])
})

test('options with defects are refused together, each by its row, and none is stored', async ({ app }) => {
  const { staff, params, survey, options } = await choice(app)
  const before = await options()
  const send = (given: { code?: string; text: string; parentCode?: string }[], of = params) =>
    staff.call(answers.createMany, { params: of, body: { answers: given } })
  await expect(
    send([
      { code: 'D1', text: 'One' },
      { code: 'new', text: 'New' },
      { code: 'NEW', text: 'New', parentCode: 'east' },
    ]),
  ).rejects.toMatchObject({
    status: 400,
    errors: [
      { path: 'answers[0].code', code: 'DUPLICATE' },
      { path: 'answers[2].code', code: 'DUPLICATE' },
      { path: 'answers[2].parentCode', code: 'UNKNOWN_PARENT_OPTION' },
    ],
  })
  await expect(send([{ text: 'x'.repeat(2001) }, { text: '' }, { code: 'a;b', text: 'A' }])).rejects.toMatchObject({
    errors: [
      { path: 'answers[0].text', code: 'TOO_LONG', limit: 2000 },
      { path: 'answers[1].text', code: 'REQUIRED' },
      { path: 'answers[2].code' },
    ],
  })
  const many = Array.from({ length: 5001 }, (_, n) => ({ text: String(n) }))
  await expect(send(many)).rejects.toMatchObject({ errors: [{ path: 'answers', code: 'TOO_MANY', limit: 5000 }] })
  const name = { questionId: survey.question('name').id }
  await expect(send([{ text: 'A' }], name)).rejects.toMatchObject({
    errors: [{ path: 'questionId', code: 'NOT_FOR_TYPE' }],
  })
  expect(await options()).toEqual(before)
  expect((await send(many.slice(1))).data).toHaveLength(5000)
})

test('a question without options takes no file of them', async ({ app }) => {
  const { staff, survey } = await choice(app)
  const params = { questionId: survey.question('name').id }
  const file = { name: 'options.csv', bytes: Buffer.from('code,label\na,A\n') }
  await expect(staff.call(optionFiles.upload, { params, file })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [{ path: 'questionId', code: 'NOT_FOR_TYPE' }],
  })
})

test('an option belongs to one of an earlier question, whichever way it is saved', async ({ staff, given }) => {
  const survey = await given.survey({
    status: 'DRAFT',
    sections: [
      [
        { code: 'province', type: 'SINGLE', options: ['sofala'] },
        { code: 'district', type: 'SINGLE', options: ['beira'] },
        { code: 'town', type: 'SINGLE', options: ['dondo'] },
      ],
    ],
  })
  const { id: questionId, options } = survey.question('district')
  const wrong = { status: 400, errors: [{ path: 'parentCode', code: 'UNKNOWN_PARENT_OPTION' }] }
  const body = { questionId, text: { en: 'Búzi' }, parentCode: 'dondo' }
  await expect(staff.call(answers.create, { body })).rejects.toMatchObject(wrong)
  expect((await staff.call(answers.create, { body: { ...body, parentCode: 'sofala' } })).statusCode).toBe(201)
  const put = (parentCode: string) =>
    staff.call(answers.update, { params: { id: options['beira'] ?? 0 }, body: { parentCode } })
  await expect(put('beira')).rejects.toMatchObject(wrong)
  expect((await put('sofala')).data.parentCode).toBe('sofala')
})
