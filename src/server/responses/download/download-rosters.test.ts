/** Sections that repeat leave the house as tables of their own. */
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { plainQuestion } from '#domain/answers/test/small-survey.ts'
import type { DownloadOrder } from '#contract/downloads.ts'
import type { Answers } from '#domain/answers/answers.ts'
import type { NumberedContent } from '#domain/answers/merged-versions.ts'
import type { Question, Section } from '#domain/surveys/survey.ts'
import { readWorkbook } from '../../excel/read-workbook.ts'
import { inspectZip } from '../../excel/zip-guard.ts'
import { aboutFile, answerChunks, codebookChunks } from './download-file.ts'
import { fileTables } from './download-tables.ts'

function question(id: number, code: string, more: Partial<Question> = {}): Question {
  return plainQuestion(id, { code, text: { en: `Text ${code}` }, ...more })
}

function section(id: number, title: string, questions: Question[], repeat?: Section['repeat']): Section {
  return { id, title: { en: title }, position: id, questions, ...(repeat ? { repeat } : {}) }
}

const option = (id: number, code: string) => ({
  id,
  code,
  text: { en: `Option ${code}` },
  isOther: code === 'other',
  exclusive: false,
  position: id,
})
const skills = question(12, 'skills', { type: 'MULTIPLE', answers: [option(1, 'sew'), option(2, 'other')] })
const members = section(7, 'Members: of/the [household] who live here', [question(11, 'name'), skills], { max: 5 })
const versions: NumberedContent[] = [
  {
    number: 1,
    content: {
      sections: [
        section(1, 'Start', [question(1, 'village')]),
        section(6, 'Old', [question(9, 'name')], { max: 3 }),
        section(8, 'responses', [question(13, 'crop')], { max: 2, countCode: 'plots' }),
      ],
    },
  },
  { number: 2, content: { sections: [section(1, 'Start', [question(1, 'village'), question(13, 'crop')]), members] } },
]
const sheet = 'Members of the household who li'

const about = {
  status: 'RECEIVED',
  submittedAt: '2024-05-01T10:00:00.000Z',
  receivedAt: '2024-05-01T11:00:00.000Z',
  startedAt: '2024-05-01T09:30:00.000Z',
  finishedAt: null,
  deviceId: 'tablet-7',
  phone: null,
  siteCode: null,
  unitCode: null,
  latitude: null,
  longitude: null,
  accuracy: null,
  fence: null,
  flags: [],
  source: 'API',
  consent: null,
  collector: null,
} as const
const forms: Answers[] = [
  { '1': 'Godo', s7: 3, '11.1': 'Ana', '12.1': ['sew', 'other'], '12.1.other': 'nets', '11.3': 'Rui' },
  { '9.1': 'Old Ana', s6: 1, '13.1': 'maize', '13.2': 'beans' },
  { '1': 'Ruaca', '13': 'rice' },
]

const batches = {
  async *[Symbol.asyncIterator]() {
    for (const [index, answers] of forms.entries())
      yield await Promise.resolve([
        { ...about, flags: [], id: index + 1, formKey: `f${index}`, surveyVersion: 2, answers },
      ])
  },
}

async function written(order: DownloadOrder): Promise<Buffer> {
  return joined(answerChunks(fileTables(versions, order), order, () => batches))
}

async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of chunks) parts.push(part)
  return Buffer.concat(parts)
}

async function sheetsOf(bytes: Buffer, ...names: string[]) {
  const read = await readWorkbook(bytes, names, { rows: 100, columns: 100 })
  if ('refusal' in read) throw new Error(read.refusal)
  return names.map((name) => read.workbook.sheets.get(name) ?? [])
}

const bounds = { entries: 10, unpackedBytes: 1e6, growth: 100, freeBytes: 1e6 }

function unzipped(bytes: Buffer): Map<string, string> {
  const entries = inspectZip(bytes, bounds)
  if (typeof entries === 'string') throw new Error(entries)
  return new Map(entries.map(({ name, packed }) => [name, inflateRawSync(packed).toString('utf8')]))
}

test('each section that repeats is a sheet with a row for each repetition', async () => {
  const order = { values: 'codes', multiple: 'options' } as const
  const [responses = [], rows, crops] = await sheetsOf(await written(order), 'responses', sheet, 'responses 2')
  const [codes = [], , ...main] = responses
  const count = (code: string) => main.map((row) => row[codes.indexOf(code)])
  expect([count(`_count.${sheet}`), count('_count.responses 2'), count('crop')]).toEqual([
    [3, 1, 0],
    [0, 2, 0],
    [null, null, 'rice'],
  ])
  expect(rows).toEqual([
    ['formKey', '_repetition', 'name', 'skills/sew', 'skills/other', 'skills.other'],
    [
      'Form key',
      'Repetition',
      'Text name',
      'Text skills: Option sew',
      'Text skills: Option other',
      'Text skills: other',
    ],
    ['f0', 1, 'Ana', 1, 1, 'nets'],
    ['f0', 2, null, null, null, null],
    ['f0', 3, 'Rui', null, null, null],
    ['f1', 1, 'Old Ana', null, null, null],
  ])
  expect(crops?.slice(2)).toEqual([
    ['f1', 1, 'maize'],
    ['f1', 2, 'beans'],
  ])
})

test('a CSV with repeats is an archive with a file for each sheet', async () => {
  const order = { format: 'csv', values: 'codes', bom: 'false' } as const
  expect(aboutFile(order, 'Household', 3)).toEqual({ name: 'Household.zip', mime: 'application/zip' })
  const files = unzipped(await written(order))
  expect([...files.keys()]).toEqual(['responses.csv', `${sheet}.csv`, 'responses 2.csv'])
  expect(files.get(`${sheet}.csv`)?.split('\r\n').slice(0, 2)).toEqual([
    'formKey,_repetition,name,skills,skills.other',
    'f0,1,Ana,"sew;other",nets',
  ])
})

test('the codebook knows the sheets, and questions that repeat in some versions', async () => {
  const order = { format: 'csv', values: 'codes', bom: 'false' } as const
  const tables = fileTables(versions, order)
  const codebook = (await joined(codebookChunks(tables, order))).toString('utf8').split('\r\n')
  expect(codebook.filter((line) => line.startsWith('crop,'))).toEqual([
    'crop,Text crop,TEXT,,,2,2,responses',
    'crop,Text crop,TEXT,,,1,1,responses 2',
  ])
})

test('sections that repeat are files of their own for SPSS and Stata, too', async () => {
  for (const format of ['sav', 'dta'] as const) {
    const order = { format, language: 'en' }
    expect(aboutFile(order, 'Household', 3).name).toBe('Household.zip')
    const names = inspectZip(await written(order), bounds)
    expect(names).toMatchObject(['responses', sheet, 'responses 2'].map((name) => ({ name: `${name}.${format}` })))
  }
})
