import { utils, write } from '@e965/xlsx'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainQuestion } from '#domain/answers/test/small-survey.ts'
import { openIntake } from '#domain/surveys/intake.ts'
import { type Question, type QuestionType, questionsOf, type SurveyContent } from '#domain/surveys/survey.ts'
import type { GivenConventions } from '#domain/text/written-values.ts'
import { phoneParser } from '../../phones.ts'
import { anyAnsweredSurvey } from '../../test/any-survey.ts'
import { zip } from '../../test/given-zip.ts'
import type { AnsweredRow } from '../download/answers-store.ts'
import { answerChunks } from '../download/download-file.ts'
import { fileTables } from '../download/download-tables.ts'
import type { FormRow } from '../intake/check-form.ts'
import { openFile } from './open-file.ts'
import { readEachRow } from './read-rows.ts'

const rules = { takesMany: true, now: new Date('2026-01-01'), intake: openIntake, parsePhone: phoneParser('MZ') }

function question(id: number, code: string, type: QuestionType, more: Partial<Question> = {}): Question {
  return plainQuestion(id, { code, type, text: { en: `The ${code}`, 'pt-br': `O ${code}` }, ...more })
}

const options = (...codes: string[]) =>
  codes.map((code, index) => ({
    id: index + 1,
    code,
    text: { en: `Option ${code}` },
    isOther: code === 'other',
    exclusive: false,
    position: index,
  }))

const content: SurveyContent = {
  sections: [
    {
      id: 1,
      title: { en: 'Household' },
      position: 1,
      questions: [
        question(1, 'head', 'TEXT', { required: true }),
        question(2, 'size', 'INTEGER'),
        question(3, 'income', 'DECIMAL'),
        question(4, 'visited', 'DATE'),
        question(5, 'assets', 'MULTIPLE', { answers: options('cow', 'radio', '-99') }),
        question(6, 'gps', 'GEOPOINT'),
        question(7, 'photo', 'IMAGE'),
        question(8, 'roof', 'SINGLE', { answers: options('tin', 'grass', 'other') }),
        question(9, 'at', 'TIME'),
      ],
    },
    {
      id: 2,
      title: { en: 'Members' },
      position: 2,
      repeat: { max: 10 },
      questions: [question(20, 'name', 'TEXT'), question(21, 'age', 'INTEGER')],
    },
  ],
}

async function read(bytes: Buffer, conventions: GivenConventions = {}, of = content) {
  const tables = await openFile(bytes, { encodedId: 'x', version: 1, content: of, conventions })
  if (!('responses' in tables)) return { outcome: tables }
  const rows: FormRow[] = []
  const { problems } = readEachRow(tables, { ...rules, content: of }, (row) => rows.push(row))
  return { rows, problems: problems.list().map(({ cell, code }) => [cell, code]), remarks: tables.remarks.list() }
}

const csv = (...lines: string[]) => Buffer.from(lines.join('\n'))

function workbook(sheets: Record<string, unknown[][]>, bookType: 'xlsx' | 'ods' | 'biff8' = 'xlsx'): Buffer {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  return write(book, { type: 'buffer', bookType }) as Buffer
}

const uuid = 'f0b4a1c2-1111-4222-8333-abcdefabcdef'
const second = 'a0b4a1c2-1111-4222-8333-abcdefabcdef'
const place = { latitude: -19.1, longitude: 33.5, accuracy: 4 }
const members = { s2: 2, '20.1': 'Eva', '21.1': 34, '20.2': 'Rui', '21.2': 5 }

const kobo = {
  start: '2025-06-15T10:00:00.000+02:00',
  end: '2025-06-15T10:30:00.000+02:00',
  deviceid: 'collect:1',
  'hh/head': 'Ana',
  'hh/size': '5',
  'hh/assets': 'cow radio',
  'hh/assets/cow': 1,
  'hh/assets/radio': 1,
  'hh/gps': '-19.1 33.5 0 4',
  'hh/_gps_latitude': -19.1,
  'hh/_gps_longitude': 33.5,
  'hh/_gps_altitude': 0,
  'hh/_gps_precision': 4,
  'hh/photo': 'a.jpg',
  'hh/photo_URL': 'https://x/a.jpg',
  'hh/at': '08:30:15.000+02:00',
  _id: 77,
  _uuid: uuid,
  _submission_time: '2025-06-15T09:00:00',
  _validation_status: 'Approved',
  _index: 1,
}

test.each(['xlsx', 'ods', 'biff8'] as const)('an export of Kobo as %s goes in by its own headings', async (kind) => {
  const { rows, problems, remarks } = await read(
    workbook(
      {
        'My form': [Object.keys(kobo), Object.values(kobo)],
        members: [
          ['name', 'age', '_index', '_parent_table_name', '_parent_index', '_submission__uuid'],
          ['Eva', 34, 1, 'My form', 1, uuid],
          ['Rui', 5, 2, 'My form', 1, uuid],
        ],
      },
      kind,
    ),
  )
  expect(problems).toEqual([])
  expect(rows).toMatchObject([
    {
      formKey: `uuid:${uuid}`,
      submittedAt: '2025-06-15T09:00:00.000Z',
      paradata: {
        startedAt: '2025-06-15T08:00:00.000Z',
        finishedAt: '2025-06-15T08:30:00.000Z',
        deviceId: 'collect:1',
      },
      answers: { 1: 'Ana', 2: 5, 5: ['cow', 'radio'], 6: place, 9: '08:30', ...members },
    },
  ])
  expect(remarks).toMatchObject([
    { code: 'KEY_TAKEN', value: '_uuid' },
    { code: 'METADATA_LEFT', names: expect.stringContaining('_id, _validation_status, _index') },
    { code: 'FILES_LEFT', names: 'hh/photo, hh/photo_URL' },
    { code: 'QUESTIONS_WITHOUT', names: 'income, visited, roof' },
  ])
})

test('an export of ODK Central, an archive with its repeats, goes in', async () => {
  const { rows, problems } = await read(
    zip([
      {
        name: 'submissions/form-members.csv',
        content: `name,age,PARENT_KEY,KEY\nEva,34,uuid:${uuid},uuid:${uuid}/members[1]\nRui,5,uuid:${uuid},uuid:${uuid}/members[2]\n`,
      },
      {
        name: 'submissions/form.csv',
        content: csv(
          'SubmissionDate,start,end,hh-head,hh-assets,hh-gps-Latitude,hh-gps-Longitude,hh-gps-Altitude,hh-gps-Accuracy,hh-photo,meta-instanceID,KEY,SubmitterID,SubmitterName,AttachmentsPresent,ReviewState,DeviceID,FormVersion',
          `2025-06-15T09:00:00.000Z,2025-06-15T08:00:00.000Z,2025-06-15T08:30:00.000Z,Ana,cow radio,-19.1,33.5,0,4,a.jpg,uuid:${uuid},uuid:${uuid},7,Rosa,1,,collect:1,3`,
        ),
      },
    ]),
  )
  expect(problems).toEqual([])
  expect(rows).toMatchObject([
    {
      formKey: `uuid:${uuid}`,
      submittedAt: '2025-06-15T09:00:00.000Z',
      collector: 'Rosa',
      answers: { 1: 'Ana', 5: ['cow', 'radio'], 6: place, ...members },
    },
  ])
})

const crops = {
  sections: [
    ...content.sections,
    {
      id: 3,
      title: { en: 'Crops' },
      position: 3,
      repeat: { max: 5, depth: 2 },
      questions: [question(30, 'crop', 'TEXT')],
    },
  ],
}
const grown = { 's3.1': 1, '30.1.1': 'rye', 's3.2': 2, '30.2.1': 'fig', '30.2.2': 'maize' }

test('repeats in repeats of Kobo and Central go in, each row where it belongs', async () => {
  const ofKobo = workbook({
    form: [
      ['hh/head', '_uuid', '_index'],
      ['Ana', uuid, 1],
    ],
    members: [
      ['name', 'age', '_index', '_parent_table_name', '_parent_index', '_submission__uuid'],
      ['Eva', 34, 1, 'form', 1, uuid],
      ['Rui', 5, 2, 'form', 1, uuid],
    ],
    crops: [
      ['crop', '_index', '_parent_table_name', '_parent_index', '_submission__uuid'],
      ['fig', 1, 'members', 2, uuid],
      ['rye', 2, 'members', 1, uuid],
      ['maize', 3, 'members', 2, uuid],
    ],
  })
  const key = `uuid:${uuid}`
  const ofCentral = zip([
    { name: 'form.csv', content: `hh-head,KEY\nAna,${key}\n` },
    {
      name: 'form-members.csv',
      content: `name,age,PARENT_KEY,KEY\nEva,34,${key},${key}/members[1]\nRui,5,${key},${key}/members[2]\n`,
    },
    {
      name: 'form-members-crops.csv',
      content: `crop,PARENT_KEY,KEY\nfig,${key}/members[2],${key}/members[2]/crops[1]\nmaize,${key}/members[2],${key}/members[2]/crops[2]\nrye,${key}/members[1],${key}/members[1]/crops[1]\n`,
    },
  ])
  for (const bytes of [ofKobo, ofCentral]) {
    const { rows, problems } = await read(bytes, {}, crops)
    expect(problems).toEqual([])
    expect(rows).toMatchObject([{ formKey: key, answers: { 1: 'Ana', ...members, ...grown } }])
  }
})

test.each([
  ['members[1]/members/name', 'members[2]/members/name', 'members[1]/members/age', 'members[2]/members/age'],
  ['members/1/name', 'members/2/name', 'members/1/age', 'members/2/age'],
  ['name_1', 'name_2', 'age_1', 'age_2'],
])('repetitions beside each other go in, as %s', async (...headings) => {
  const lines = [['hh/head', ...headings, 'ReviewState', '_uuid'].join(), `Ana,Eva,Rui,34,5,approved,${uuid}`]
  const { rows, problems, remarks } = await read(csv(...lines, `Bea,,Ivo,,x,,${second}`))
  expect(problems).toEqual([['E3', 'NOT_A_NUMBER']])
  expect(rows?.map(({ answers }) => answers)).toEqual([
    { 1: 'Ana', ...members },
    { 1: 'Bea', s2: 2, '20.2': 'Ivo' },
  ])
  expect(remarks).toContainEqual({ code: 'METADATA_LEFT', names: 'ReviewState' })
  expect(remarks?.some(({ code }) => code === 'COLUMNS_LEFT')).toBe(false)
})

test('our own files of repeats in repeats go in again as they are', async () => {
  const answers = { 1: 'Ana', ...members, ...grown }
  for (const format of ['csv', 'xlsx'] as const) {
    const order = { format, values: 'codes' as const, language: 'en' }
    const tables = fileTables([{ number: 1, content: crops }], order)
    const chunks: Uint8Array[] = []
    const rows = [{ ...nothing, id: 1, formKey: 'a', answers }]
    for await (const chunk of answerChunks(tables, order, () => batch(rows))) chunks.push(chunk)
    const taken = await read(Buffer.concat(chunks), {}, crops)
    expect(taken.problems).toEqual([])
    expect(taken.rows?.map((row) => row.answers)).toEqual([answers])
  }
})

test('a wide export of SurveyCTO goes in, with its days in words and codes in columns', async () => {
  const { rows, problems } = await read(
    csv(
      'CompletionDate,SubmissionDate,starttime,endtime,deviceid,head,size,assets,assets_cow,assets_radio,assets__99,gps-Latitude,gps-Longitude,gps-Altitude,gps-Accuracy,instanceID,formdef_version,KEY',
      `"Jun 15, 2025 8:30:00 AM","Jun 15, 2025 3:45:12 PM","Jun 15, 2025 8:00:00 AM","Jun 15, 2025 8:30:00 AM",d1,Ana,5,"cow -99",1,0,1,-19.1,33.5,0,4,uuid:${uuid},2025,uuid:${uuid}`,
    ),
  )
  expect(problems).toEqual([])
  expect(rows).toMatchObject([
    { submittedAt: '2025-06-15T15:45:12.000Z', answers: { 1: 'Ana', 2: 5, 5: ['cow', '-99'], 6: place } },
  ])
})

test('a table below a title is read by labels in any language, and known by its rows', async () => {
  const lines = [
    'Visits of June; ;;',
    ';;;',
    'O HEAD;The size;The  income;The roof;The roof: other;Notes;Day',
    'Ana;5;1.234,5;Option other;Straw;x;',
    'Rui;NA;-;GRASS;;;',
    'Rui;NA;-;GRASS;;;',
  ]
  const bytes = csv(...lines)
  const { rows = [], problems, remarks } = await read(bytes)
  expect(problems).toEqual([])
  expect(rows.map(({ row, answers }) => [row, answers])).toEqual([
    [4, { 1: 'Ana', 2: 5, 3: 1234.5, 8: 'other', '8.other': 'Straw' }],
    [5, { 1: 'Rui', 8: 'grass' }],
    [6, { 1: 'Rui', 8: 'grass' }],
  ])
  const keys = rows.map(({ formKey }) => formKey)
  expect(new Set(keys).size).toBe(3)
  expect((await read(csv(...lines.slice(2)))).rows?.map(({ formKey }) => formKey)).toEqual(keys)
  expect(remarks).toMatchObject([
    { code: 'HEADINGS_FOUND', value: '3' },
    { code: 'KEY_MADE' },
    { code: 'COLUMNS_LEFT', names: 'Notes, Day' },
    { code: 'QUESTIONS_WITHOUT' },
    { code: 'BLANK_WORDS', names: 'size, income' },
  ])
})

const visits = (...rows: string[]) => csv('head;income;visited', ...rows)

test('what can be read in two ways is asked once for the file, unless the file tells', async () => {
  const unclear = visits('Ana;1.500;03/04/2024', 'Rui;2.000;05/06/2024')
  expect((await read(unclear)).outcome).toEqual({
    asks: { dates: ['03/04/2024', '05/06/2024'], decimals: ['1.500', '2.000'] },
  })
  const said = await read(unclear, { dates: 'MONTH_FIRST', decimals: 'COMMA' })
  expect(said.rows?.[0]?.answers).toEqual({ 1: 'Ana', 3: 1500, 4: '2024-03-04' })
  const { rows, remarks } = await read(visits('Ana;1.500;03/04/2024', 'Rui;2,5;15/06/2024'))
  expect(rows?.map(({ answers }) => answers)).toEqual([
    { 1: 'Ana', 3: 1500, 4: '2024-04-03' },
    { 1: 'Rui', 3: 2.5, 4: '2024-06-15' },
  ])
  expect(remarks?.slice(-2)).toEqual([
    { code: 'DATES_READ', names: '15/06/2024', value: 'DAY_FIRST' },
    { code: 'DECIMALS_READ', names: '2,5', value: 'COMMA' },
  ])
})

test('columns that are doubled or missing and wrong rows are named at once', async () => {
  const { problems } = await read(csv('size,size,roof,KEY', '1,2,tin,a', 'x,2,gold,a', ',,tin,'))
  expect(problems).toEqual([
    ['B1', 'DUPLICATE_COLUMN'],
    ['E1', 'MISSING_COLUMN'],
    ['A3', 'NOT_A_NUMBER'],
    ['C3', 'UNKNOWN_CHOICE'],
    ['D3', 'FORM_KEY_REPEATED'],
    ['D4', 'REQUIRED'],
  ])
})

test('questions of one name are told apart by their path in the form', async () => {
  const questions = [question(1, 'name', 'TEXT'), question(2, 'name_2', 'TEXT', { formPath: 'child/name' })]
  const twins = { sections: [{ id: 1, title: { en: 'All' }, position: 1, questions }] }
  for (const headings of ['head/name,child/name,KEY', 'head-name,child-name,KEY'])
    expect((await read(csv(headings, 'Ana,Eva,k1'), {}, twins)).rows?.[0]?.answers).toEqual({ 1: 'Ana', 2: 'Eva' })
})

test('a mark in the column of the option "other" is no text beside it', async () => {
  const answers = options('cow', 'other')
  const marks = {
    sections: [
      { id: 1, title: { en: 'All' }, position: 1, questions: [question(1, 'items', 'MULTIPLE', { answers })] },
    ],
  }
  const { rows, problems } = await read(csv('items/cow,items/other,KEY', '1,0,k1', '0,1,k2'), {}, marks)
  expect([problems, rows?.map((row) => row.answers)]).toEqual([[], [{ 1: ['cow'] }, { 1: ['other'] }]])
})

test('a roster row without its parent is named in its own sheet', async () => {
  const { problems } = await read(
    workbook({
      form: [
        ['head', 'assets/cow', '_uuid'],
        ['Ana', 2, uuid],
      ],
      members: [
        ['name', '_submission__uuid'],
        ['Eva', second],
      ],
    }),
  )
  expect(problems).toEqual([
    ['B2', 'UNKNOWN_CHOICE'],
    ['B2', 'FORM_KEY_UNKNOWN'],
  ])
})

test.each<[what: string, bytes: Buffer, refusal: string]>([
  ['with no heading of the survey', csv('a,b', '1,2'), 'WORKBOOK_NOT_A_TEMPLATE'],
  ['of headings alone', csv('head,size'), 'WORKBOOK_EMPTY'],
])('a table %s is refused', async (_, bytes, refusal) => {
  const { outcome, rows } = await read(bytes)
  expect(outcome ?? (rows?.length === 0 && { refusal: 'WORKBOOK_EMPTY' })).toEqual({ refusal })
})

test('a million columns are bounded, and said', async () => {
  const wide = csv(`head${',x'.repeat(1_000_000)}`, 'Ana')
  expect((await read(wide)).problems).toEqual([[expect.any(String), 'TOO_MANY_COLUMNS']])
})

async function* batch(rows: AnsweredRow[]) {
  yield await Promise.resolve(rows)
}

const day = '2025-06-15T09:00:00.000Z'
const nothing: Omit<AnsweredRow, 'id' | 'formKey' | 'answers'> = {
  surveyVersion: 1,
  status: 'RECEIVED',
  submittedAt: day,
  receivedAt: day,
  source: 'EXCEL',
  flags: [],
  phone: null,
  siteCode: null,
  unitCode: null,
  latitude: null,
  longitude: null,
  accuracy: null,
  fence: null,
  collector: null,
  consent: null,
  startedAt: null,
  finishedAt: null,
  deviceId: null,
}

test('our own file of answers, in codes, goes in again as it is', async () => {
  const orders = fc.record({
    format: fc.constantFrom('csv' as const, 'xlsx' as const),
    multiple: fc.constantFrom('column' as const, 'options' as const),
  })
  await fc.assert(
    fc.asyncProperty(anyAnsweredSurvey(), orders, async ({ content: any, forms }, words) => {
      const order = { ...words, values: 'codes' as const, language: 'en' }
      const rows = forms.map((answers, id) => ({ ...nothing, id, formKey: `form ${id}`, answers }))
      const tables = fileTables([{ number: 1, content: any }], order)
      const chunks: Uint8Array[] = []
      for await (const chunk of answerChunks(tables, order, () => batch(rows))) chunks.push(chunk)
      const taken = await read(Buffer.concat(chunks), {}, any)
      expect(taken.problems).toEqual([])
      // Columns of options say which were chosen, not in which order.
      const multiple = questionsOf(any).filter(({ type }) => type === 'MULTIPLE')
      const said = ({ formKey, answers }: Pick<FormRow, 'formKey' | 'answers'>) => ({
        formKey,
        answers: Object.fromEntries(
          Object.entries(answers).map(([key, value]) => [
            key,
            multiple.some(({ id }) => String(id) === key) ? (value as string[]).toSorted() : value,
          ]),
        ),
      })
      expect(taken.rows?.map(said)).toEqual(rows.map(said))
    }),
    { numRuns: 30 },
  )
})
