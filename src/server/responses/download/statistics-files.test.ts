/**
 * Files for SPSS and Stata hold the answers as they were entered. By themselves these tests read the files as their formats
 * are described; `npm run test:strangers` lets PSPP and R read them (`apt-get install pspp r-base-core r-cran-haven`).
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainQuestion } from '#domain/answers/test/small-survey.ts'
import type { Answers } from '#domain/answers/answers.ts'
import type { Question, SurveyContent } from '#domain/surveys/survey.ts'
import { readCsv } from '../../excel/csv.ts'
import { anyAnsweredSurvey } from '../../test/any-survey.ts'
import { readDta, readSav } from '../test/read-statistics.ts'
import type { AnsweredRow } from './answers-store.ts'
import { answerChunks } from './download-file.ts'
import type { FileRow } from './download-columns.ts'
import { fileTables } from './download-tables.ts'
import { type Program, type Variable, variablesOf } from './variables.ts'

const about = {
  surveyVersion: 1,
  status: 'RECEIVED',
  submittedAt: '2024-05-01T10:00:00.250Z',
  receivedAt: '2024-05-01T11:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  deviceId: null,
  phone: '+258841234567',
  siteCode: null,
  unitCode: '007',
  latitude: -19.1,
  longitude: 33.5,
  accuracy: null,
  fence: 'INSIDE',
  source: 'API',
  consent: null,
  collector: null,
} as const

interface Made {
  bytes: Buffer
  variables: Variable[]
  rows: FileRow[]
}

async function made(content: SurveyContent, forms: readonly Answers[], format: Program): Promise<Made> {
  const order = { format, language: 'en' }
  const [table, ...others] = fileTables([{ number: 1, content }], order)
  if (!table || others.length > 0) throw new Error('One table is expected')
  const rows = forms.map((answers, index): AnsweredRow => ({
    ...about,
    flags: [],
    id: index + 1,
    formKey: `uuid:${index}`,
    answers,
  }))
  const batches = {
    async *[Symbol.asyncIterator]() {
      for (const row of rows) yield await Promise.resolve([row])
    },
  }
  const parts: Uint8Array[] = []
  for await (const part of answerChunks([table], order, () => batches)) parts.push(part)
  return { bytes: Buffer.concat(parts), variables: variablesOf(table.columns, order, format), rows }
}

const zero = { sav: { seconds: 1, epoch: Date.UTC(1582, 9, 14) }, dta: { seconds: 1000, epoch: Date.UTC(1960, 0, 1) } }

/** What a program keeps: SPSS counts seconds, Stata days or milliseconds. */
function kept({ format, cell }: Variable, row: FileRow, program: Program): string | number | null {
  const value = cell(row)
  if (format === 'text') return String(value ?? '')
  if (value === null || format === 'number') return value
  const { seconds, epoch } = zero[program]
  if (format === 'time') return (Date.parse(`1970-01-01T${value}Z`) / 1000) * seconds
  const ms = Date.parse(String(value)) - epoch
  return program === 'dta' && format === 'date' ? ms / 86_400_000 : (ms / 1000) * seconds
}

function expected({ variables, rows }: Made, program: Program) {
  return variables.map((variable) => ({
    name: variable.name,
    values: rows.map((row) => kept(variable, row, program)),
  }))
}

const readers = { sav: readSav, dta: readDta }

test.each(['sav', 'dta'] as const)(
  'any answers come out of a .%s as they went in, under their labels',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(anyAnsweredSurvey(), async ({ content, forms }) => {
        const file = await made(content, forms, format)
        const read = readers[format](file.bytes)
        expect(read.map(({ name, values }) => ({ name, values }))).toEqual(expected(file, format))
        expect(read.map(({ labels }) => Object.fromEntries(labels))).toEqual(
          file.variables.map(({ values }) => Object.fromEntries(values.map(({ value, label }) => [value, label]))),
        )
      }),
      { numRuns: 40 },
    )
  },
)

let nextId = 0

function question(code: string, type: Question['type'], labels: Record<string, string> = {}): Question {
  nextId += 1
  const answers = Object.entries(labels).map(([option, en], position) => ({
    id: 100 * nextId + position,
    code: option,
    text: { en },
    isOther: false,
    exclusive: false,
    position,
  }))
  return plainQuestion(nextId, { code, type, text: { en: `Question ${code}, água & 水` }, answers })
}

const long = 'n'.repeat(70)
const asked = [
  question('with', 'TEXT'),
  question('if', 'INTEGER'),
  question('If', 'DECIMAL'),
  question(long, 'TEXT'),
  question(`${long}2`, 'LONG_TEXT'),
  question('born', 'DATE'),
  question('wakes', 'TIME'),
  question('met', 'DATETIME'),
  question('water', 'SINGLE', { well: 'Well', 'a river that is far away': 'Rio, 河 "longe"' }),
  question('grade', 'SINGLE', { '1': 'Good', '-99': 'Not known' }),
  question('sure', 'YES_NO'),
  question('items', 'MULTIPLE', { radio: 'Radio', cow: 'Cow' }),
]
const content: SurveyContent = { sections: [{ id: 1, title: { en: 'All' }, position: 1, questions: asked }] }
const story = `Line one,\nline "two" – 水água ${'é水x'.repeat(900)} end`
const values = [
  [
    'to\nbe',
    -99,
    0.1,
    'É',
    story,
    '1952-02-29',
    '23:59',
    '2024-02-29T08:30:15.000Z',
    'a river that is far away',
    '-99',
    'no',
    ['cow'],
  ],
  [
    "it's",
    2_147_483_650,
    -1e-7,
    'x'.repeat(300),
    'é'.repeat(255),
    '1899-12-31',
    '00:00',
    '1999-12-31T23:59:59.000Z',
    'well',
    '1',
    'yes',
    ['radio', 'cow'],
  ],
]
const forms: Answers[] = [
  ...values.map((row) => Object.fromEntries(row.map((value, index) => [asked[index]?.id ?? 0, value]))),
  {},
]

test('names are those that each program takes, none twice', async () => {
  const [spss = [], stata = []] = (await Promise.all([made(content, forms, 'sav'), made(content, forms, 'dta')])).map(
    ({ variables }) => variables.map(({ name }) => name),
  )
  expect(spss).toContain('with_')
  expect(spss.slice(19, 24)).toEqual(['with_', 'if', 'If_2', 'n'.repeat(64), `${'n'.repeat(62)}_2`])
  expect(stata.slice(19, 24)).toEqual(['with_', 'if_', 'If__2', 'n'.repeat(32), `${'n'.repeat(30)}_2`])
})

test.each(['sav', 'dta'] as const)('a .%s keeps long texts, line breaks, labels and blanks', async (format) => {
  const file = await made(content, forms, format)
  const read = readers[format](file.bytes)
  expect(read.map(({ name, values: cells }) => ({ name, values: cells }))).toEqual(expected(file, format))
  const grade = read.find(({ name }) => name === 'grade')
  expect([grade?.values, grade?.labels.get(-99)]).toEqual([[-99, 1, null], 'Not known'])
  const water = read.find(({ name }) => name === 'water')
  expect([...(water?.labels.values() ?? [])]).toEqual(['Well', 'Rio, 河 "longe"'])
})

/** Names, then each value: a text as its bytes, a number to the last digit. */
const script = `
a <- commandArgs(TRUE); read <- if (endsWith(a[1], '.sav')) haven::read_sav else haven::read_dta
d <- read(a[1])
hex <- function(s) paste(charToRaw(enc2utf8(s)), collapse = '')
seconds <- function(x) if (inherits(x, 'hms') || inherits(x, 'difftime')) as.numeric(x, units = 'secs') else as.numeric(unclass(x))
out <- file(a[2], 'w')
for (n in names(d)) { x <- d[[n]]
  kind <- if (inherits(x, 'Date')) 'date' else if (inherits(x, 'POSIXct')) 'moment' else if (is.character(x)) 'text' else 'number'
  v <- if (is.character(x)) sapply(x, hex) else sprintf('%.17g', seconds(x))
  labels <- attr(x, 'labels')
  cat(n, kind, paste(v, collapse = ','), paste(sapply(names(labels), hex), collapse = ','), sep = '\\t', file = out); cat('\\n', file = out) }
close(out)`

function inFolder<T>(use: (path: (name: string) => string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'canvass-statistics-'))
  try {
    return use((name) => join(folder, name))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function text(hex: string): string {
  return Buffer.from(hex, 'hex').toString('utf8')
}

function readByR(bytes: Buffer, format: Program) {
  return inFolder((path) => {
    writeFileSync(path(`file.${format}`), bytes)
    writeFileSync(path('read.R'), script)
    execFileSync('Rscript', [path('read.R'), path(`file.${format}`), path('out')], { stdio: 'pipe' })
    const lines = readFileSync(path('out'), 'utf8').trimEnd().split('\n')
    return lines.map((line) => {
      const [name = '', kind = '', cells = '', labels = ''] = line.split('\t')
      const value = (cell: string) => (kind === 'text' ? text(cell) : cell === 'NA' ? null : Number(cell))
      return { name, kind, values: cells.split(',').map(value), labels: labels.split(',').filter(Boolean).map(text) }
    })
  })
}

/** R counts days and seconds from 1970. */
function inR({ format, cell }: Variable, row: FileRow, program: Program): string | number | null {
  const value = cell(row)
  if (format === 'text') return String(value ?? '')
  if (value === null || format === 'number') return value
  if (format === 'date') return Date.parse(String(value)) / 86_400_000
  if (format === 'moment') return Date.parse(String(value)) / 1000
  return Date.parse(`${program === 'dta' ? '1960-01-01' : '1970-01-01'}T${value}Z`) / 1000
}

function readByPspp(bytes: Buffer) {
  return inFolder((path) => {
    writeFileSync(path('file.sav'), bytes)
    const translate = `SAVE TRANSLATE /OUTFILE='${path('out.csv')}' /TYPE=CSV /FIELDNAMES /CELLS=VALUES /TEXTOPTIONS FORMAT=PLAIN.`
    writeFileSync(path('read.sps'), `GET FILE='${path('file.sav')}'.\n${translate}\n`)
    const said = execFileSync('pspp', ['-O', 'format=txt', path('read.sps')], { encoding: 'utf8' })
    const read = readCsv(readFileSync(path('out.csv')), { rows: 100, columns: 200 })
    if ('refusal' in read) throw new Error(read.refusal)
    return { said, rows: read.rows }
  })
}

const byStrangers = process.env['STRANGERS'] === undefined ? test.skip : test

byStrangers.each(['sav', 'dta'] as const)(
  'R reads each value and label of a .%s',
  async (format) => {
    for (const each of [{ content, forms }, ...fc.sample(anyAnsweredSurvey(), 12)]) {
      const { bytes, variables, rows } = await made(each.content, each.forms, format)
      const read = readByR(bytes, format)
      expect(read.map(({ name, values: cells }) => ({ name, values: cells }))).toEqual(
        variables.map((own) => ({ name: own.name, values: rows.map((row) => inR(own, row, format)) })),
      )
      for (const [index, { labels }] of read.entries())
        expect(new Set(labels)).toEqual(new Set(variables[index]?.values.map(({ label }) => label)))
      for (const [index, { format: own }] of variables.entries())
        if (own === 'date' || own === 'moment') expect(read[index]?.kind).toBe(own)
    }
  },
  600_000,
)

byStrangers(
  'PSPP reads each value of a .sav without a warning',
  async () => {
    for (const each of [{ content, forms }, ...fc.sample(anyAnsweredSurvey(), 12)]) {
      const { bytes, variables, rows } = await made(each.content, each.forms, 'sav')
      const {
        said,
        rows: [names, ...lines],
      } = readByPspp(bytes)
      expect(said.trim()).toBe('')
      expect(names).toEqual(variables.map(({ name }) => name))
      for (const [index, variable] of variables.entries())
        for (const [at, row] of rows.entries()) {
          const [cell, value] = [lines[at]?.[index] ?? '', variable.cell(row)]
          if (variable.format === 'text') expect(cell).toBe(String(value ?? ''))
          else if (variable.format === 'number')
            expect(cell === '' || cell.trim() === '' ? null : Number(cell)).toBe(value)
        }
    }
  },
  600_000,
)
