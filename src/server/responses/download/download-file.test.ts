/** Answers come out of a file as they went in. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainQuestion } from '#domain/answers/test/small-survey.ts'
import type { DownloadOrder } from '#contract/downloads.ts'
import { otherKey } from '#domain/answers/answers.ts'
import { questionsOf, type SurveyContent } from '#domain/surveys/survey.ts'
import { readAnswer } from '../../excel/answer-cells.ts'
import { type Cell, isBlank } from '../../excel/cell.ts'
import { readCsv } from '../../excel/csv.ts'
import { readWorkbook } from '../../excel/read-workbook.ts'
import { phoneParser } from '../../phones.ts'
import { anyAnsweredSurvey, type AnsweredSurvey } from '../../test/any-survey.ts'
import type { AnsweredRow } from './answers-store.ts'
import { answerChunks } from './download-file.ts'
import { fileTables } from './download-tables.ts'

const about = {
  surveyVersion: 1,
  status: 'RECEIVED',
  submittedAt: '2024-05-01T10:00:00.000Z',
  receivedAt: '2024-05-01T11:00:00.000Z',
  startedAt: '2024-05-01T09:30:00.000Z',
  finishedAt: null,
  deviceId: 'tablet-7',
  phone: '+258841234567',
  siteCode: null,
  unitCode: '007',
  latitude: -19.1,
  longitude: 33.5,
  accuracy: 4.5,
  fence: 'INSIDE',
  flags: ['DUPLICATE_PHONE', 'TOO_FAST'],
  source: 'API',
  consent: null,
  collector: 'Ana Sitoe',
} as const

function rowsOf(forms: AnsweredSurvey['forms']): AnsweredRow[] {
  return forms.map((answers, index) => ({
    ...about,
    flags: [...about.flags],
    id: index + 1,
    formKey: `=f${index}`,
    answers,
  }))
}

async function written(content: SurveyContent, forms: AnsweredSurvey['forms'], order: DownloadOrder): Promise<Buffer> {
  const tables = fileTables([{ number: 1, content }], order)
  const parts: Uint8Array[] = []
  for await (const part of answerChunks(tables, order, () => batchesOf(rowsOf(forms)))) parts.push(part)
  return Buffer.concat(parts)
}

/** They may be read again. */
function batchesOf<Row>(rows: Row[]): AsyncIterable<Row[]> {
  return {
    async *[Symbol.asyncIterator]() {
      for (const row of rows) yield await Promise.resolve([row])
    },
  }
}

const limits = { rows: 100, columns: 200 }

async function sheet(bytes: Buffer, name = 'responses'): Promise<readonly (readonly Cell[])[]> {
  const read = await readWorkbook(bytes, [name], limits)
  if ('refusal' in read) throw new Error(read.refusal)
  return read.workbook.sheets.get(name) ?? []
}

function table(bytes: Buffer): string[][] {
  const read = readCsv(bytes, limits)
  if ('refusal' in read) throw new Error(read.refusal)
  return read.rows
}

/** The answers that the cells of a row say, under the codes above them. */
function answersIn(content: SurveyContent, codes: readonly Cell[], row: readonly Cell[]): Record<string, unknown> {
  const cellOf = (code: string) => {
    const cell = row[codes.indexOf(code)]
    return isBlank(cell) ? undefined : (cell as Cell)
  }
  const answers: Record<string, unknown> = {}
  for (const question of questionsOf(content)) {
    const { id, code, type } = question
    const [cell, other] = [cellOf(code), cellOf(`${code}.other`)]
    const point = ['latitude', 'longitude', 'accuracy'].flatMap((part) => {
      const said = cellOf(`${code}.${part}`)
      return said === undefined ? [] : [[part, Number(said)] as const]
    })
    if (type === 'GEOPOINT' && point.length > 0) answers[id] = Object.fromEntries(point)
    if (cell !== undefined) answers[id] = readAnswer(question, cell, phoneParser(undefined)).value
    if (other !== undefined) answers[otherKey(question)] = other
  }
  return answers
}

test('any answers come out of a workbook and a CSV of codes as they went in', async () => {
  await fc.assert(
    fc.asyncProperty(anyAnsweredSurvey(), async ({ content, forms }) => {
      const [codes = [], , ...rows] = await sheet(await written(content, forms, { values: 'codes', format: 'xlsx' }))
      expect(rows.map((row) => answersIn(content, codes, row))).toEqual(forms)
      expect(rows.map((row) => row[1])).toEqual(forms.map((_, index) => `=f${index}`))
      const [names = [], ...lines] = table(await written(content, forms, { values: 'codes', format: 'csv' }))
      expect(lines.map((line) => answersIn(content, names, line.map(numberIn)))).toEqual(forms)
    }),
    { numRuns: 60 },
  )
})

test('a column for each option has 1 if it is chosen, 0 if another is, else nothing', async () => {
  await fc.assert(
    fc.asyncProperty(anyAnsweredSurvey(), async ({ content, forms }) => {
      const [codes = [], , ...rows] = await sheet(await written(content, forms, { multiple: 'options' }))
      for (const question of questionsOf(content).filter(({ type }) => type === 'MULTIPLE')) {
        const at = new Map(question.answers.map(({ code }) => [code, codes.indexOf(`${question.code}/${code}`)]))
        for (const [index, { [question.id]: chosen }] of forms.entries()) {
          const cells = [...at].map(([code, column]) => [code, rows[index]?.[column] ?? null] as const)
          const expected = question.answers.map(({ code }) => [
            code,
            chosen ? Number([chosen].flat().includes(code)) : null,
          ])
          expect(new Map(cells)).toEqual(new Map(expected as [string, number | null][]))
        }
      }
    }),
    { numRuns: 30 },
  )
})

/** As any program reads a CSV: what is written as a number only a number writes. */
function numberIn(text: string): Cell {
  return /^-?\d+(\.\d+)?e[+-]\d+$/.test(text) ? Number(text) : text
}

const yes = plainQuestion(9, { code: 'sure', text: { en: 'Sure?', fr: 'Sûr ?' }, type: 'YES_NO', position: 1 })
const photo = plainQuestion(8, { code: 'photo', text: { en: 'Photo' }, type: 'IMAGE', position: 2 })
const few: SurveyContent = { sections: [{ id: 1, title: { en: 'All' }, position: 1, questions: [yes, photo] }] }
const fewAnswers = [{ '9': 'yes', '8': { file: 5, name: 'hut.jpg' } }]

test('fixed columns, headings and labels are in the language asked for', async () => {
  const [codes, labels, row] = await sheet(await written(few, fewAnswers, { language: 'pt-br' }))
  expect(codes?.slice(0, 4)).toEqual(['_id', 'formKey', '_version', '_status'])
  const byCode = new Map(codes?.map((code, index) => [code, [labels?.[index], row?.[index] ?? null]]))
  expect(Object.fromEntries(byCode as Map<string, unknown>)).toMatchObject({
    _id: ['Nº', 1],
    _status: ['Status', 'Recebida'],
    participantPhone: ['Telefone do participante', '+258841234567'],
    administrativeUnitCode: ['Unidade administrativa', '007'],
    siteCode: ['Local', null],
    latitude: ['Latitude', -19.1],
    _fence: ['Cerca geográfica', 'Dentro'],
    _flags: ['Alertas', 'Telefone de outro participante;Rápida demais'],
    submittedAt: ['Enviado em', new Date(about.submittedAt)],
    sure: ['Sure?', 'Sim'],
    photo: ['Photo', 'photo/=f0-5-hut.jpg'],
  })
  const [, french] = await sheet(await written(few, fewAnswers, { language: 'fr' }))
  expect([french?.[0], french?.[codes?.indexOf('sure') ?? 0]]).toEqual(['No.', 'Sûr ?'])
})

const csv = (more: DownloadOrder) => written(few, fewAnswers, { format: 'csv', ...more })

test('a CSV has a byte order mark unless refused; its headings follow the values', async () => {
  const [marked, bare] = [await csv({}), await csv({ bom: 'false', values: 'codes' })]
  expect([marked.subarray(0, 3).toString('hex'), bare.subarray(0, 3).toString('utf8')]).toEqual(['efbbbf', '_id'])
  expect(marked.toString('utf8').split('\r\n')[0]).toMatch(/Source,Collected by,Device,Sure\?,Photo$/)
  expect(bare.toString('utf8').split('\r\n')[1]).toMatch(
    /^1,"'=f0",1,RECEIVED,.*,\+258841234567,.*,yes,photo\/=f0-5-hut\.jpg$/,
  )
  const unguarded = await csv({ bom: 'false', values: 'codes', guard: 'off' })
  expect(unguarded.toString('utf8').split('\r\n')[1]).toMatch(/^1,=f0,1,/)
})

test('a workbook of more columns than Excel has is refused, its CSV is not', async () => {
  const answers = Array.from({ length: 16_380 }, (_, n) => {
    return { id: n, code: `c${n}`, text: { en: `O${n}` }, isOther: false, exclusive: false, position: n }
  })
  const wide = { ...yes, type: 'MULTIPLE' as const, answers }
  const content = { sections: [{ id: 1, title: { en: 'All' }, position: 1, questions: [wide] }] }
  await expect(written(content, [], { multiple: 'options' })).rejects.toMatchObject({ code: 'EXPORT_TOO_WIDE' })
  expect((await written(content, [], { multiple: 'options', format: 'csv' })).length).toBeGreaterThan(16_380)
})

test('the codebook names types, values and versions', async () => {
  const lines = await sheet(await written(few, fewAnswers, {}), 'codebook')
  expect(lines[0]).toEqual([
    'Variable',
    'Label',
    'Type',
    'Value',
    'Label of the value',
    'First version',
    'Last version',
    'Sheet',
  ])
  expect(lines.slice(-3)).toEqual([
    ['sure', 'Sure?', 'YES_NO', 'yes', 'Yes', 1, 1, 'responses'],
    ['sure', 'Sure?', 'YES_NO', 'no', 'No', 1, 1, 'responses'],
    ['photo', 'Photo', 'IMAGE', null, null, 1, 1, 'responses'],
  ])
})
