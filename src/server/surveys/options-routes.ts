/** The options of one question as a file: taken in, all rows or none, and given out so that it can be taken in again. */
import { sql } from 'kysely'
import { type OptionColumn, optionFiles, type OptionUpload } from '#contract/answers.ts'
import type { QuestionWithAnswers } from '#contract/questions.ts'
import { xlsxMime } from '#contract/response-files.ts'
import { locales } from '#domain/text/locale.ts'
import { choiceTypes, defaultLanguage, type Localized } from '#domain/surveys/survey.ts'
import type { AuditEntry } from '../audit.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { ProblemList, reportOf } from '../excel/problem-list.ts'
import { readTableApart, type TableRow, type TableRows } from '../excel/read-table.ts'
import { type OutCell, writeWorkbook } from '../excel/write-workbook.ts'
import { on } from '../http/context.ts'
import { requireAct } from '../scope.ts'
import { loadOptions, lockContent, questionStore, seenContent, surveyOf } from './content-store.ts'
import { languageOf } from './options-table.ts'
import {
  codesForParents,
  type GivenOption,
  knownOptions,
  type KnownOption,
  type QuestionRef,
  takeOptions,
} from './options-store.ts'
import { refuseProblems } from './refusals.ts'

export const uploadRoute = on(optionFiles.upload, async ({ db, file, params, actor, write, audit }) => {
  const { questionId } = params
  // A caller who may not change the survey costs no reading of the file.
  await requireAct(db, actor, 'edit', (await surveyOf(db, 'question', questionId)) ?? 0)
  const read = await readTableApart<OptionColumn>('options', file, undefined)
  return write(async (tx, caller) => {
    const question = await lockContent(tx, caller, questionStore, { id: questionId })
    if (!choiceTypes.includes(question.type)) refuseProblems([{ path: 'questionId', code: 'NOT_FOR_TYPE' }])
    const result = await takeFile(tx, question, read, audit)
    const after = { name: file?.name, sha256: file?.sha256.toString('hex'), ...result }
    audit({ action: 'answers.upload', subjectType: 'question', subjectId: questionId, after })
    return result
  })
})

type Row = TableRow<OptionColumn>

async function takeFile(
  db: Db,
  question: QuestionRef,
  read: TableRows<OptionColumn>,
  audit: (entry: AuditEntry) => void,
): Promise<OptionUpload> {
  const rows = read.chunks.flatMap((chunk) => JSON.parse(chunk) as Row[])
  const known = await knownOptions(db, question.id)
  const parents = read.columns.parentCode === undefined ? new Set<string>() : await codesForParents(db, question)
  // A label that cannot be read has its problem already, so it is not missing.
  const unread = new Set(read.problems.filter(({ column }) => languageOf(column)).map(({ row }) => row))
  const found = new ProblemList()
  const say = (row: number, code: OptionColumn, problem: 'REQUIRED' | 'UNKNOWN_PARENT_OPTION') =>
    found.add({ row, column: read.columns[code] ?? 0, code }, { code: problem })
  const options = rows.map((row): GivenOption => {
    const option = optionOf(row, known.get(String(row.code).toLowerCase()))
    const isBlank = Object.keys(option.text).length === 0
    if (isBlank && !unread.has(row.row)) say(row.row, 'label', 'REQUIRED')
    if (option.parentCode && !parents.has(option.parentCode)) say(row.row, 'parentCode', 'UNKNOWN_PARENT_OPTION')
    return option
  })
  const report = reportOf(read, found)
  if (report.problemCount > 0) throw new AppError('WORKBOOK_ROWS_INVALID', { data: report })
  const { created, updated } = await takeOptions(db, question, options)
  for (const each of [...updated, ...created]) audit(each)
  const changed = created.length + updated.length
  return { rows: rows.length, created: created.length, updated: updated.length, unchanged: rows.length - changed }
}

/** What a row says. A blank cell takes its text away; a language without a column stays. */
function optionOf(row: Row, known: KnownOption | undefined): GivenOption {
  const said = Object.entries(row).flatMap(([column, text]) => {
    const language = languageOf(column)
    return language === undefined ? [] : [[language, text] as const]
  })
  const texts = Object.entries({ ...known?.text, ...Object.fromEntries(said) }).filter(([, text]) => text !== null)
  const { parentCode, order, isOther, exclusive } = row
  return {
    row: row.row,
    code: String(row.code),
    text: Object.fromEntries(texts) as Localized,
    parentCode: parentCode === undefined || parentCode === null ? null : String(parentCode),
    hasParent: parentCode !== undefined,
    position: typeof order === 'number' ? order : undefined,
    isOther: isYes(isOther),
    exclusive: isYes(exclusive),
  }
}

/** A blank says no; a column that is not there says nothing. */
function isYes(cell: string | number | null | undefined): boolean | undefined {
  return cell === undefined ? undefined : cell === 'yes'
}

export const downloadRoute = on(optionFiles.download, async ({ db, params, actor }) => {
  const question = await seenContent(db, actor, questionStore, params.questionId)
  const options = await loadOptions(db, sql`question_id = ${question.id}`)
  const { columns, rows } = sheetOf(options)
  const sheet = { name: 'options', headings: 1, rows: [columns, ...rows], columns: columns.map(widthOf) }
  const bytes = await writeWorkbook({ sheets: [sheet], names: {} })
  return { name: `${question.code}-options.xlsx`, mime: xlsxMime, disposition: 'attachment' as const, bytes }
})

/** In every language of the product or of an option. */
function sheetOf(options: QuestionWithAnswers['answers']): { columns: string[]; rows: OutCell[][] } {
  const languages = new Set([...locales, ...options.flatMap(({ text }) => Object.keys(text))])
  languages.delete(defaultLanguage)
  const columns = ['code', 'label', ...[...languages].map((language) => `label_${language}`), 'parentCode', 'order']
  const rows = options
    .toSorted((a, b) => a.position - b.position || a.id - b.id)
    .map(({ code, text, parentCode, position, isOther, exclusive }) => [
      code,
      ...[defaultLanguage, ...languages].map((language) => text[language] ?? null),
      parentCode,
      position,
      isOther ? 'yes' : null,
      exclusive ? 'yes' : null,
    ])
  return { columns: [...columns, 'isOther', 'exclusive'], rows }
}

function widthOf(column: string): { width: number; format: 'text' | 'number' } {
  return { width: column.startsWith('label') ? 32 : 14, format: column === 'order' ? 'number' : 'text' }
}
